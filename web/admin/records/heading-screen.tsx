import { type ReactNode, useState } from 'react';
import { type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { type Panels, usePanels } from '../shell/use-panels.ts';
import { edit, openChildren, openerId, type RowAction } from './actions.tsx';
import { EmptyList } from './add-button.tsx';
import { ChildPanel } from './child-panel.tsx';
import { HeadingCard, HeadingSkeleton } from './heading-card.tsx';
import { RecordForm } from './record-form.tsx';
import { useRows } from './record-queries.ts';
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
  /** Further content below the heading. */
  more?: ReactNode;
}

/** A content screen: the heading, its panel, and a panel of child records (specification, section 2). */
export function headingScreen(section: SectionKey, { heading, children, more }: HeadingScreenDeclaration) {
  const { title, anchor } = sectionFacts(section);
  return function HeadingScreen() {
    const panels = usePanels();
    return (
      <Screen title={title} anchor={anchor}>
        <HeadingRows view={heading} label={title} panels={panels} {...(children && { children })} />
        {more}
        <EditPanel view={heading} panels={panels} />
        {children && <ChildPanels heading={heading} back={title} {...children} panels={panels} />}
      </Screen>
    );
  };
}

interface HeadingRowsProps {
  view: RecordView;
  label: string;
  panels: Panels;
  children?: Children;
}

/** The only row as a card; several rows, or none, as a table. */
function HeadingRows({ view, label, panels, children }: HeadingRowsProps) {
  const query = useRows(view);
  const actions = children ? [openChildren(children, panels.list)] : [];
  return (
    <Loaded query={query} waiting={<HeadingSkeleton label={label} />}>
      {([row, ...others]) =>
        row && others.length === 0 ? (
          <HeadingCard view={view} row={row} label={label} onEdit={panels.edit} actions={actions} />
        ) : (
          <RecordTable
            view={view}
            actions={[edit(panels.edit), ...actions]}
            label={label}
            empty={<EmptyList view={view} onClick={() => panels.edit('new')} />}
          />
        )
      }
    </Loaded>
  );
}

interface EditPanelProps {
  view: RecordView;
  panels: Panels;
  /** True for a list, to which several rows are added one after the other. */
  addsAnother?: boolean;
}

/** The panel for rows of the screen's table; closes after a save, and focuses the saved row. */
export function EditPanel({ view, panels, addsAnother = false }: EditPanelProps) {
  const { edit: row } = panels.open;
  const isOpen = row !== undefined;
  const [{ wasOpen, saved }, setState] = useState<{ wasOpen: boolean; saved?: number | undefined }>({
    wasOpen: isOpen,
  });
  // A panel that opens again has saved nothing yet.
  if (wasOpen !== isOpen) setState({ wasOpen: isOpen, saved: isOpen ? undefined : saved });
  return (
    <Panel
      title={view.panel}
      isOpen={isOpen}
      onClose={() => panels.close()}
      opener={openerId(view, row ?? saved, 'edit')}
      hasPreview={view.api.onPage !== undefined}
    >
      <RecordForm
        view={view}
        id={typeof row === 'number' ? row : null}
        addsAnother={addsAnother}
        onSaved={({ id }) => {
          setState({ wasOpen: true, saved: id });
          panels.close(true);
        }}
      />
    </Panel>
  );
}

interface ChildPanelsProps extends Children {
  heading: RecordView;
  /** Name of the screen. */
  back: string;
  panels: Panels;
}

function ChildPanels({ heading, view, children, back, panels }: ChildPanelsProps) {
  const { list, sub } = panels.open;
  const grandchildren: RowAction[] = children ? [openChildren(children, panels.sub)] : [];
  return (
    <>
      <ChildPanel
        view={view}
        owner={{ view: heading, id: sub === undefined ? list : undefined }}
        back={back}
        actions={grandchildren}
        panels={panels}
      />
      {children && (
        <ChildPanel
          view={children.view}
          owner={{ view, id: sub, parentId: list }}
          back={view.rows}
          actions={[]}
          panels={panels}
        />
      )}
    </>
  );
}
