import type { ReactNode } from 'react';
import { type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { type Panels, usePanels } from '../shell/use-panels.ts';
import { edit, openChildren, openerId, type RowAction } from './actions.tsx';
import { EmptyList } from './add-button.tsx';
import { ChildPanel } from './child-panel.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordTable } from './record-table.tsx';
import type { RecordView } from './record-view.ts';

/** Child records that open from a row. */
interface ChildRecords {
  /** Header of the column whose button opens them. */
  header: string;
  /** Label of the button; by default the header. */
  button?: string;
  view: RecordView;
}

/** Child records, optionally with child records of their own, whose panel replaces the child panel until closed. */
interface Children extends ChildRecords {
  children?: ChildRecords;
}

interface HeadingScreenDeclaration {
  heading: RecordView;
  children?: Children;
  /** Further content below the heading's table. */
  more?: ReactNode;
}

/** A content screen: the heading's table and panel, and a panel of child records (specification, section 2). */
export function headingScreen(section: SectionKey, { heading, children, more }: HeadingScreenDeclaration) {
  const { title, anchor } = sectionFacts(section);
  return function HeadingScreen() {
    const panels = usePanels();
    const actions = [edit(panels.edit), ...(children ? [openChildren(children, panels.list)] : [])];
    return (
      <Screen title={title} anchor={anchor}>
        <RecordTable
          view={heading}
          actions={actions}
          label={title}
          empty={<EmptyList view={heading} onClick={() => panels.edit('new')} />}
        />
        {more}
        <EditPanel view={heading} panels={panels} />
        {children && <ChildPanels heading={heading} {...children} panels={panels} />}
      </Screen>
    );
  };
}

/** The panel for rows of the screen's table; closes after a save. */
export function EditPanel({ view, panels }: { view: RecordView; panels: Panels }) {
  const { edit: row } = panels.open;
  return (
    <Panel
      title={view.panel}
      isOpen={row !== undefined}
      onClose={() => panels.close()}
      opener={openerId(view, row, 'edit')}
      hasPreview={view.api.onPage !== undefined}
    >
      <RecordForm view={view} id={typeof row === 'number' ? row : null} onSaved={() => panels.close(true)} />
    </Panel>
  );
}

function ChildPanels({ heading, view, children, panels }: Children & { heading: RecordView; panels: Panels }) {
  const { list, sub } = panels.open;
  const grandchildren: RowAction[] = children ? [openChildren(children, panels.sub)] : [];
  return (
    <>
      <ChildPanel
        view={view}
        parentId={sub === undefined ? list : undefined}
        opener={openerId(heading, list, 'children')}
        actions={grandchildren}
        panels={panels}
      />
      {children && (
        <ChildPanel
          view={children.view}
          parentId={sub}
          opener={openerId(view, sub, 'children')}
          actions={[]}
          panels={panels}
        />
      )}
    </>
  );
}
