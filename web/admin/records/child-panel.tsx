import { Divider, Stack, Text, Title } from '@mantine/core';
import { Panel } from '../shell/panel.tsx';
import type { Panels } from '../shell/use-panels.ts';
import { edit, type RowAction, remove } from './actions.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordTable } from './record-table.tsx';
import type { RecordView } from './record-view.ts';

interface Props {
  view: RecordView;
  /** Id of the parent row; undefined while the panel is closed. */
  parentId: number | undefined;
  /** Id of the button that opened the panel. */
  opener: string;
  /** Columns of buttons between Edit and Delete. */
  actions: readonly RowAction[];
  panels: Panels;
}

/**
 * Panel of child records: a form above their table. The form creates a row or, after Edit, updates one; a save and
 * Reset empty the form (specification, section 4).
 */
export function ChildPanel({ view, parentId, opener, actions, panels }: Props) {
  const { row } = panels.open;
  const empty = () => panels.row(undefined);
  return (
    <Panel
      title={view.panel}
      isOpen={parentId !== undefined}
      onClose={() => panels.close()}
      isWide
      opener={opener}
      hasPreview={view.api.onPage !== undefined}
    >
      <Stack gap="lg">
        <Title order={3} size="h5">
          {row === undefined ? `New ${view.noun}` : `Edit ${view.noun}`}
        </Title>
        <RecordForm view={view} id={row ?? null} parentId={parentId} onSaved={empty} onReset={empty} />
        <Divider />
        <RecordTable
          view={view}
          parentId={parentId}
          actions={[edit(panels.row), ...actions, remove((deleted) => deleted === row && empty())]}
          label={view.panel}
          current={row}
          isInPanel
          empty={<Text size="sm">{`There is no ${view.noun} yet. Fill in the form above and press Save.`}</Text>}
        />
      </Stack>
    </Panel>
  );
}
