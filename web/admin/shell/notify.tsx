import { toast } from 'react-toastify/unstyled';
import { messages, titles } from '../../../contract/messages.ts';

/** Shows a success. */
export function notifySuccess(title: string, message: string): void {
  show('success', title, message);
}

/** Shows a failure. */
export function notifyError(title: string, message: string): void {
  show('error', title, message);
}

/** Closes all notifications. */
export function closeNotifications(): void {
  toast.dismiss();
}

/** How often each open notification was shown. */
const shown = new Map<string, number>();

/** Equal notifications become one, which starts its time again and counts. */
function show(type: 'success' | 'error', title: string, message: string): void {
  const toastId = `${type} ${title}\n${message}`;
  const times = toast.isActive(toastId) ? (shown.get(toastId) ?? 0) + 1 : 1;
  shown.set(toastId, times);
  const content = <Content title={title} message={message} times={times} />;
  if (times > 1) toast.update(toastId, { render: content });
  else
    toast[type](content, {
      role: type === 'error' ? 'alert' : 'status',
      toastId,
      onClose: () => void shown.delete(toastId),
    });
}

/** 'Save Succesfull' (specification, section 8). */
export function notifySaved(): void {
  notifySuccess(titles.success, messages.saved);
}

/** 'Delete Succesfull' (specification, section 8). */
export function notifyDeleted(): void {
  notifySuccess(titles.delete, messages.deleted);
}

/** 'Something Went Wrong' with the server's reason (specification, section 8). */
export function notifyWentWrong(reason: string): void {
  notifyError(titles.error, `${messages.wentWrong}\n${reason}`);
}

/** Shows why a save failed: a lost connection, or the server's reason; a 401 is shown elsewhere (specification, section 8). */
export function notifyFailedSave(httpStatus: number, reason: string): void {
  if (httpStatus === 0) notifyError(titles.error, messages.checkConnection);
  else if (httpStatus !== 401) notifyWentWrong(reason);
}

function Content({ title, message, times }: { title: string; message: string; times: number }) {
  const [first, ...more] = message.split('\n');
  return (
    <div>
      <strong>{title}</strong> <span>{first}</span> {times > 1 && <span>×{times}</span>}
      {more.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </div>
  );
}
