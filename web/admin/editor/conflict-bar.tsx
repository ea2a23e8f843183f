import { Button } from '@mantine/core';
import { viewAt } from '../records/record-view.ts';
import { WarningIcon } from '../shell/icons.tsx';
import css from './editor.module.css';
import { useEditor, useEditorSession } from './session/provider.tsx';
import { type ItemKey, keyOf, type RowConflict } from './session/types.ts';
import { nounOf } from './words.ts';

/** Names the rows that another user and this one have changed differently: until they are decided, nothing is saved. */
export function ConflictBar() {
  const conflicts = useEditor((state) => state.conflicts);
  if (conflicts.length === 0) return null;
  return (
    <section className={css.conflicts} aria-label="Changed by someone else">
      <WarningIcon />
      <p>Someone else has changed the same. Decide before you save:</p>
      {conflicts.map((conflict) => (
        <Decision key={keyOf(conflict.item)} conflict={conflict} />
      ))}
    </section>
  );
}

function Decision({ conflict: { item, theirs } }: { conflict: RowConflict }) {
  const session = useEditorSession();
  const mine = session.row(item);
  const row = mine ?? theirs;
  const noun = nounOf(item.path);
  const name = row ? `${noun} “${viewAt(item.path)?.title(row) ?? noun}”` : noun;
  if (mine) return <Choice label={`Compare: ${name}`} onClick={() => session.select(plain(item))} />;
  return (
    <>
      <Choice label={`Delete ${name} anyway`} onClick={() => session.resolve(item, 'mine')} />
      <Choice label={`Keep ${name}`} onClick={() => session.resolve(item, 'theirs')} />
    </>
  );
}

function plain({ path, id }: ItemKey): ItemKey {
  return { path, id };
}

function Choice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {label}
    </Button>
  );
}
