import { type ToastOptions, toast } from 'react-toastify/unstyled';
import { messages, titles } from '../../../contract/messages.ts';

/** Shows a success. */
export function notifySuccess(title: string, message: string): void {
  toast.success(<Content title={title} message={message} />, { role: 'status' });
}

/** Shows a failure; equal failures appear once at a time. */
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

/** 'Something Went Wrong' with the server's reason (specification, section 8). */
export function notifyWentWrong(reason: string): void {
  notifyError(titles.error, `${messages.wentWrong}\n${reason}`);
}

/** Shows why a save failed: a lost connection, or the server's reason; a 401 is shown elsewhere (specification, section 8). */
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
