import { useState } from 'react';
import { Panel } from '../shell/panel.tsx';
import type { Panels } from '../shell/use-panels.ts';
import { openChildren, openerId, type RowAction } from './actions.tsx';
import { ChildPanel } from './child-panel.tsx';
import { RecordForm } from './record-form.tsx';
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
export interface Children extends ChildRecords {
  children?: ChildRecords;
}

interface RecordPanelsProps {
  heading: RecordView;
  children?: Children;
  /** Name of the screen. */
  back: string;
  panels: Panels;
}

/** The panels of a content screen: the form of a heading, and the lists of its children. */
export default function RecordPanels({ heading, children, back, panels }: RecordPanelsProps) {
  return (
    <>
      <EditPanel view={heading} panels={panels} />
      {children && <ChildPanels heading={heading} back={back} {...children} panels={panels} />}
    </>
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
