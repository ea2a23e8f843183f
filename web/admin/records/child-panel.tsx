import { Divider, Stack, Text, Title } from '@mantine/core';
import { Panel } from '../shell/panel.tsx';
import type { Panels } from '../shell/use-panels.ts';
import { edit, type RowAction, remove } from './actions.tsx';
import type { Level } from './level.ts';
import { RecordForm } from './record-form.tsx';
import { RecordTable } from './record-table.tsx';

interface Props {
  level: Level;
  /** The row whose children the panel holds; undefined while it is closed. */
  parentId: number | undefined;
  /** Id of the button that opened it. */
  opener: string;
  /** Columns of buttons between Edit and Delete. */
  actions: readonly RowAction[];
  panels: Panels;
}

/**
 * Panel of child records: a form that creates or, after Edit, updates a row, and their table below it. A save empties
 * the form; so does Reset (specification, section 4).
 */
export function ChildPanel({ level, parentId, opener, actions, panels }: Props) {
  const { row } = panels.open;
  const empty = () => panels.row(undefined);
  return (
    <Panel
      title={level.panel}
      isOpen={parentId !== undefined}
      onClose={() => panels.close()}
      isWide
      opener={opener}
      hasPreview={level.api.onPage !== undefined}
    >
      <Stack gap="lg">
        <Title order={3} size="h5">
          {row === undefined ? `New ${level.noun}` : `Edit ${level.noun}`}
        </Title>
        <RecordForm level={level} id={row ?? null} parentId={parentId} onSaved={empty} onReset={empty} />
        <Divider />
        <RecordTable
          level={level}
          parentId={parentId}
          actions={[edit(panels.row), ...actions, remove((deleted) => deleted === row && empty())]}
          label={level.panel}
          current={row}
          isInPanel
          empty={<Text size="sm">{`There is no ${level.noun} yet. Fill in the form above and press Save.`}</Text>}
        />
      </Stack>
    </Panel>
  );
}
