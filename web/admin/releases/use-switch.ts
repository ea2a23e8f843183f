import { useNavigate } from '@tanstack/react-router';
import { useConfirm } from '../shell/confirm.tsx';
import { leaveQuestion, wouldLoseInput } from '../shell/unsaved.ts';
import { chooseDestination, type Destination } from './destination.ts';

/** Changes where edits go, after the question about unsaved input; closes an open panel. True: changed. */
export function useSwitch(): (next: Destination | null) => Promise<boolean> {
  const confirm = useConfirm();
  const navigate = useNavigate();
  return async (next) => {
    if (wouldLoseInput() && !(await confirm(leaveQuestion))) return false;
    await navigate({ to: '.', search: {}, replace: true, ignoreBlocker: true });
    chooseDestination(next);
    return true;
  };
}
