import { useBlocker } from '@tanstack/react-router';
// A form needs these when the connection is lost or the session ends; then they could not be loaded.
import '../accounts/sign-in-box.tsx';
import { useConfirm } from './confirm.tsx';
import './confirm-dialog.tsx';
import './toast-list.tsx';
import { isLeaving, leaveQuestion, useOpenForm } from './unsaved.ts';

/** Asks before unsaved input is lost, by the close icon, Esc, Back, another row or closing the tab. */
export function useUnsavedQuestion(isUnsaved: () => boolean): void {
  const confirm = useConfirm();
  useOpenForm(isUnsaved, false);
  const asks = () => !isLeaving() && isUnsaved();
  useBlocker({
    shouldBlockFn: async () => asks() && !(await confirm(leaveQuestion)),
    enableBeforeUnload: asks,
  });
}
