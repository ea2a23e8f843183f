import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { ToastContainer, toast, Zoom } from 'react-toastify/unstyled';
import { holder } from './toast-dock.tsx';
import { followToastFocus, leaveToast } from './toast-focus.ts';
import css from './toasts.module.css';

/** The notifications, loaded with the first one or with a form. Functions of this module need the mounted list. */

/** Undoes the change that a notification is about. */
export type Undo = () => Promise<void>;

followToastFocus(holder);
const mounting = Promise.withResolvers<void>();
/** Resolves when the list is on the screen. */
export const mounted = mounting.promise;

/** Notifications (specification, section 9: 5000 ms, progress bar, pause on hover, top right). */
export default function ToastList() {
  const scheme = useComputedColorScheme('light');
  useEffect(() => mounting.resolve(), []);
  return createPortal(
    <ToastContainer position="top-right" autoClose={5000} pauseOnHover theme={scheme} newestOnTop transition={Zoom} />,
    holder,
  );
}

/** Closes all notifications. */
export function closeAll(): void {
  toast.dismiss();
}

/** Closes the notification with an Undo button. */
export function closeUndoable(): void {
  if (undoable !== undefined) toast.dismiss(undoable);
}

/** How often each open notification was shown. */
const shown = new Map<string, number>();

/** Equal notifications become one, which starts its time again and counts. */
export function show(type: 'success' | 'error', title: string, message: string): void {
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

export function showUndoable(type: 'success' | 'error', title: string, message: string, undo: Undo): void {
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
