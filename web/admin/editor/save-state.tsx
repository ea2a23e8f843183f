import { Button, Text } from '@mantine/core';
import { formatClock, formatDateTime } from '../shell/time.ts';
import { useEditor } from './session/provider.tsx';
import css from './toolbar.module.css';
import { unsavedChanges } from './words.ts';

/** Says whether the page has all changes. */
export function SaveState({ isWaiting, onDiscard }: { isWaiting: boolean; onDiscard: () => void }) {
  const unsaved = useEditor((state) => state.unsavedCount);
  const isSaving = useEditor((state) => state.isSaving);
  const restoredAt = useEditor((state) => state.restoredAt);
  const isLoaded = useEditor((state) => state.rows !== null);
  const isRestored = restoredAt !== null && unsaved > 0;
  return (
    <div className={css.state}>
      <Text size="sm" role="status" truncate c={unsaved > 0 ? 'inherit' : 'dimmed'} data-unsaved={unsaved > 0}>
        {wordsFor({ isLoaded, isSaving, isWaiting, unsaved, restoredAt })}
      </Text>
      {isRestored && !isSaving && (
        <Button variant="subtle" size="compact-sm" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </div>
  );
}

interface State {
  isLoaded: boolean;
  isSaving: boolean;
  isWaiting: boolean;
  unsaved: number;
  restoredAt: number | null;
}

function wordsFor({ isLoaded, isSaving, isWaiting, unsaved, restoredAt }: State): string {
  if (!isLoaded) return 'Loading …';
  if (isSaving) return 'Saving …';
  if (isWaiting) return 'Saving after the upload …';
  if (unsaved === 0) return 'All saved';
  return restoredAt === null ? unsavedChanges(unsaved) : `Draft of ${timeOf(restoredAt)} restored`;
}

/** The time of day, with the date if it is not today's. */
function timeOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? formatClock(new Date(at)) : formatDateTime(new Date(at));
}
