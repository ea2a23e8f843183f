import { type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { edit, type RowAction } from './actions.tsx';
import { AddButton, EmptyList } from './add-button.tsx';
import { EditPanel } from './heading-screen.tsx';
import type { Level } from './level.ts';
import { RecordTable } from './record-table.tsx';

interface ListScreenDeclaration {
  level: Level;
  /** Columns of buttons after Edit. */
  actions?: readonly RowAction[];
}

/** A content screen of one list without a heading: rows are added and edited in one panel. */
export function listScreen(section: SectionKey, { level, actions = [] }: ListScreenDeclaration) {
  const { title, anchor } = sectionFacts(section);
  return function ListScreen() {
    const panels = usePanels();
    const add = () => panels.edit('new');
    return (
      <Screen title={title} anchor={anchor} actions={<AddButton level={level} onClick={add} />}>
        <RecordTable
          level={level}
          actions={[edit(panels.edit), ...actions]}
          label={title}
          empty={<EmptyList level={level} onClick={add} />}
        />
        <EditPanel level={level} panels={panels} />
      </Screen>
    );
  };
}
