import { type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { edit, type RowAction } from './actions.tsx';
import { AddButton, EmptyList } from './add-button.tsx';
import { EditPanel } from './heading-screen.tsx';
import { RecordTable } from './record-table.tsx';
import type { RecordView } from './record-view.ts';

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
    const add = () => panels.edit('new');
    return (
      <Screen title={title} anchor={anchor} actions={<AddButton view={view} onClick={add} />}>
        <RecordTable
          view={view}
          actions={[edit(panels.edit), ...actions]}
          label={title}
          empty={<EmptyList view={view} onClick={add} />}
        />
        <EditPanel view={view} panels={panels} addsAnother />
      </Screen>
    );
  };
}
