import { type ToastOptions, toast } from 'react-toastify/unstyled';
import { messages, titles } from '../../../contract/messages.ts';

/** Shows a good outcome. */
export function notifySuccess(title: string, message: string): void {
  toast.success(<Content title={title} message={message} />, { role: 'status' });
}

/** Shows a failure; equal ones are shown once at a time. */
export function notifyError(title: string, message: string, options: ToastOptions = {}): void {
  toast.error(<Content title={title} message={message} />, {
    role: 'alert',
    toastId: `${title}\n${message}`,
    ...options,
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

/** 'Something Went Wrong', with what the server says of it (specification, section 8). */
export function notifyWentWrong(reason: string): void {
  notifyError(titles.error, `${messages.wentWrong}\n${reason}`);
}

/** What a failed save says: a lost connection in its own words; a 401 has said so already (specification, section 8). */
export function notifyFailedSave(httpStatus: number, reason: string): void {
  if (httpStatus === 0) notifyError(titles.error, messages.checkConnection);
  else if (httpStatus !== 401) notifyWentWrong(reason);
}

function Content({ title, message }: { title: string; message: string }) {
  const [first, ...more] = message.split('\n');
  return (
    <div>
      <strong>{title}</strong> <span>{first}</span>
      {more.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </div>
  );
}
