import { toast } from 'react-toastify/unstyled';
import { messages, titles } from '../../../contract/messages.ts';
import { leaveToast } from './toast-focus.ts';
import css from './toasts.module.css';

/** Undoes the change that a notification is about. */
export type Undo = () => Promise<void>;

/** Shows a success, with a button if the change can be undone. */
export function notifySuccess(title: string, message: string, undo?: Undo): void {
  if (undo) showUndoable('success', title, message, undo);
  else show('success', title, message);
}

/** Shows a failure. A deletion in the style of a failure can have a button that undoes it. */
export function notifyError(title: string, message: string, undo?: Undo): void {
  if (undo) showUndoable('error', title, message, undo);
  else show('error', title, message);
}

/** Closes all notifications. */
export function closeNotifications(): void {
  toast.dismiss();
}

/** Closes the notification with an Undo button: its change is no longer the last one. */
export function closeUndo(): void {
  if (undoable !== undefined) toast.dismiss(undoable);
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
      onClose() {
        shown.delete(toastId);
        leaveToast(toastId);
      },
    });
}

/** The only open notification with an Undo button, so that the button undoes the last change. */
let undoable: string | undefined;
let undoableCount = 0;

function showUndoable(type: 'success' | 'error', title: string, message: string, undo: Undo): void {
  if (undoable !== undefined) toast.dismiss(undoable);
  undoableCount += 1;
  // A new id for each notification: the previous notification may still be fading out.
  const toastId = `undo ${undoableCount}`;
  undoable = toastId;
  const content = <Content title={title} message={message} times={1} undo={undo} />;
  toast[type](content, {
    role: type === 'error' ? 'alert' : 'status',
    toastId,
    onClose: () => leaveToast(toastId),
  });
}

/** 'Save Succesfull' (specification, section 8). */
export function notifySaved(undo?: Undo): void {
  notifySuccess(titles.success, messages.saved, undo);
}

/** 'Delete Succesfull' (specification, section 8). */
export function notifyDeleted(undo?: Undo): void {
  notifySuccess(titles.delete, messages.deleted, undo);
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

interface ContentProps {
  title: string;
  message: string;
  times: number;
  undo?: Undo;
}

function Content({ title, message, times, undo }: ContentProps) {
  const [first, ...more] = message.split('\n');
  return (
    <div className={css.content}>
      <div>
        <strong>{title}</strong> <span>{first}</span> {times > 1 && <span>×{times}</span>}
        {more.map((line) => (
          <small key={line}>{line}</small>
        ))}
      </div>
      {undo && <UndoButton undo={undo} />}
    </div>
  );
}

function UndoButton({ undo }: { undo: Undo }) {
  return (
    <button
      type="button"
      className={css.undo}
      onClick={() => {
        toast.dismiss(undoable);
        void undo();
      }}
    >
      Undo
    </button>
  );
}
