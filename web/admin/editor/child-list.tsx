import { Button, Text } from '@mantine/core';
import { rowTitle } from '../../../contract/row-title.ts';
import type { RecordPath } from '../../../server/content/router.ts';
import { type Row, viewAt } from '../records/record-view.ts';
import { PlusIcon } from '../shell/icons.tsx';
import { HiddenIcon } from './icons.tsx';
import css from './inspector.module.css';
import { useEditor, useEditorSession } from './session/provider.tsx';
import type { ItemKey } from './session/types.ts';
import { useEditorUi } from './ui.ts';
import { listName, nounOf } from './words.ts';

interface Props {
  path: RecordPath;
  /** The item above the list; null for a section without a heading. */
  parent: ItemKey | null;
}

/** The items of a list by name, with a button that adds one. */
export function ChildList({ path, parent }: Props) {
  const session = useEditorSession();
  const { add } = useEditorUi();
  useEditor((state) => state.rows?.get(path));
  const parentRow = parent ? session.row(parent) : undefined;
  const rows = session.list(path, parent?.id);
  const of = parentRow && !parent?.path.endsWith('.heading') ? rowTitle(parentRow) : '';
  return (
    <section className={css.list} aria-label={of ? `${listName(path)} of ${of}` : listName(path)}>
      <h3 className={css.listTitle}>
        {listName(path)}
        {of && (
          <>
            {' of '}
            <em dir="auto">{of}</em>
          </>
        )}
      </h3>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      )}
      <ol className={css.children}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className={css.child} onClick={() => session.select({ path, id: row.id })}>
              <span dir="auto">{nameOf(row, path)}</span>
              {row.isActive === false && (
                <span className={css.off}>
                  <HiddenIcon /> Hidden
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      <Button
        variant="light"
        size="compact-sm"
        leftSection={<PlusIcon />}
        onClick={() => add(path, { parentId: parent?.id })}
      >
        Add {nounOf(path)}
      </Button>
    </section>
  );
}

function nameOf(row: Row, path: RecordPath): string {
  return rowTitle(row) || (row.id < 0 ? `New ${nounOf(path)}` : (viewAt(path)?.title(row) ?? nounOf(path)));
}
