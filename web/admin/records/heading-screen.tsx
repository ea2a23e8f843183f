import type { ReactNode } from 'react';
import { type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { type Panels, usePanels } from '../shell/use-panels.ts';
import { edit, openChildren, openerId, type RowAction } from './actions.tsx';
import { EmptyList } from './add-button.tsx';
import { ChildPanel } from './child-panel.tsx';
import type { Level } from './level.ts';
import { RecordForm } from './record-form.tsx';
import { RecordTable } from './record-table.tsx';

/** Child records that open from a row. */
interface ChildLevel {
  /** Header of the column whose button opens them. */
  header: string;
  /** What the button says, when that is not the header. */
  button?: string;
  level: Level;
}

/** Child records, and perhaps records of each child, which open in place of the child panel and hand back to it. */
interface Children extends ChildLevel {
  children?: ChildLevel;
}

interface HeadingScreenDeclaration {
  heading: Level;
  children?: Children;
  /** What else the screen holds, below the heading's table. */
  more?: ReactNode;
}

/**
 * A content screen: the heading's table with its panel, and its children in a further panel
 * (specification, section 2, Admin screen pattern).
 */
export function headingScreen(section: SectionKey, { heading, children, more }: HeadingScreenDeclaration) {
  const { title, anchor } = sectionFacts(section);
  return function HeadingScreen() {
    const panels = usePanels();
    const actions = [edit(panels.edit), ...(children ? [openChildren(children, panels.list)] : [])];
    return (
      <Screen title={title} anchor={anchor}>
        <RecordTable
          level={heading}
          actions={actions}
          label={title}
          empty={<EmptyList level={heading} onClick={() => panels.edit('new')} />}
        />
        {more}
        <EditPanel level={heading} panels={panels} />
        {children && <ChildPanels heading={heading} {...children} panels={panels} />}
      </Screen>
    );
  };
}

/** The panel a row of the screen's own table is edited in; it closes after a save. */
export function EditPanel({ level, panels }: { level: Level; panels: Panels }) {
  const { edit: row } = panels.open;
  return (
    <Panel
      title={level.panel}
      isOpen={row !== undefined}
      onClose={() => panels.close()}
      opener={openerId(level, row, 'edit')}
      hasPreview={level.api.onPage !== undefined}
    >
      <RecordForm level={level} id={typeof row === 'number' ? row : null} onSaved={() => panels.close(true)} />
    </Panel>
  );
}

function ChildPanels({ heading, level, children, panels }: Children & { heading: Level; panels: Panels }) {
  const { list, sub } = panels.open;
  const grandchildren: RowAction[] = children ? [openChildren(children, panels.sub)] : [];
  return (
    <>
      <ChildPanel
        level={level}
        parentId={sub === undefined ? list : undefined}
        opener={openerId(heading, list, 'children')}
        actions={grandchildren}
        panels={panels}
      />
      {children && (
        <ChildPanel
          level={children.level}
          parentId={sub}
          opener={openerId(level, sub, 'children')}
          actions={[]}
          panels={panels}
        />
      )}
    </>
  );
}
