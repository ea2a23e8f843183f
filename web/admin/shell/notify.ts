import { messages, titles } from '../../../contract/messages.ts';
import type { Undo } from './toast-list.tsx';
import { ifLoaded, withToasts } from './toasts.tsx';

export type { Undo };

/** Shows a success, with a button if the change can be undone. */
export function notifySuccess(title: string, message: string, undo?: Undo): void {
  notify('success', title, message, undo);
}

/** Shows a failure. A deletion in the style of a failure can have a button that undoes it. */
export function notifyError(title: string, message: string, undo?: Undo): void {
  notify('error', title, message, undo);
}

function notify(type: 'success' | 'error', title: string, message: string, undo: Undo | undefined): void {
  withToasts(
    ({ show, showUndoable }) => (undo ? showUndoable(type, title, message, undo) : show(type, title, message)),
    // The connection is lost, or the server has a newer version: the browser's own dialog needs nothing more.
    () => window.alert(`${title}\n${message}`),
  );
}

/** Closes all notifications. */
export function closeNotifications(): void {
  ifLoaded(({ closeAll }) => closeAll());
}

/** Closes the notification with an Undo button: its change is no longer the last one. */
export function closeUndo(): void {
  ifLoaded(({ closeUndoable }) => closeUndoable());
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
