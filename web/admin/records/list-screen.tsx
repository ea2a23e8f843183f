import { lazy, Suspense } from 'react';
import { type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { edit, type RowAction } from './actions.tsx';
import { AddButton, EmptyList } from './add-button.tsx';
import { HeadingSkeleton } from './heading-card.tsx';
import { useHasOpened } from './heading-screen.tsx';
import type { RecordView } from './record-view.ts';

// Loaded with the first table, and with the first panel: forms need the most code.
const RecordTable = lazy(() => import('./record-table.tsx'));
const EditPanel = lazy(async () => ({ default: (await import('./record-panels.tsx')).EditPanel }));

interface ListScreenDeclaration {
  view: RecordView;
  /** Columns of buttons after Edit. */
  actions?: readonly RowAction[];
}

/** A content screen of one list without a heading; one panel adds and edits rows. */
export function listScreen(section: SectionKey, { view, actions = [] }: ListScreenDeclaration) {
  const { title, anchor } = sectionFacts(section);
  return function ListScreen() {
    const panels = usePanels();
    const hasOpened = useHasOpened(panels);
    const add = () => panels.edit('new');
    return (
      <Screen title={title} anchor={anchor} actions={<AddButton view={view} onClick={add} />}>
        <Suspense fallback={<HeadingSkeleton label={title} />}>
          <RecordTable
            view={view}
            actions={[edit(panels.edit), ...actions]}
            label={title}
            empty={<EmptyList view={view} onClick={add} />}
          />
        </Suspense>
        {hasOpened && (
          <Suspense>
            <EditPanel view={view} panels={panels} addsAnother />
          </Suspense>
        )}
      </Screen>
    );
  };
}
