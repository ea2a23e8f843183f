import { Button, Group, Stack, Text } from '@mantine/core';
import { EarlierIcon } from '../shell/icons.tsx';
import { Panel } from '../shell/panel.tsx';
import type { Panels } from '../shell/use-panels.ts';
import { openerId, type RowAction } from './actions.tsx';
import { ChildList } from './child-list.tsx';
import css from './child-panel.module.css';
import { useRows } from './record-queries.ts';
import type { RecordView } from './record-view.ts';

/** The row whose children a panel shows. */
interface Owner {
  view: RecordView;
  /** Undefined while the panel is closed. */
  id: number | undefined;
  /** The owner's own parent. */
  parentId?: number | undefined;
}

interface Props {
  view: RecordView;
  owner: Owner;
  /** Name of the place to which closing leads. */
  back: string;
  /** Columns of buttons between Edit and Delete. */
  actions: readonly RowAction[];
  panels: Panels;
}

/**
 * Panel of child records: their list, and above it the form after Add or Edit. A save closes the form; Reset empties the
 * form, so that the next save creates a row (specification, section 4).
 */
export function ChildPanel({ view, owner, back, actions, panels }: Props) {
  const { row } = panels.open;
  const hasForm = row !== undefined;
  return (
    <Panel
      title={view.panel}
      isOpen={owner.id !== undefined}
      onClose={() => panels.close()}
      // Esc closes the form first.
      onEscape={hasForm ? () => panels.row(undefined) : undefined}
      isWide
      opener={openerId(owner.view, owner.id, 'children')}
      hasPreview={view.api.onPage !== undefined}
    >
      <Stack gap="lg">
        <WayBack view={view} owner={owner} back={back} onBack={() => panels.close()} />
        <ChildList view={view} parentId={owner.id} actions={actions} panels={panels} />
      </Stack>
    </Panel>
  );
}

interface WayBackProps {
  view: RecordView;
  owner: Owner;
  back: string;
  onBack: () => void;
}

/** Says whose list the panel shows, and leads back. */
function WayBack({ view, owner, back, onBack }: WayBackProps) {
  const { data } = useRows(owner.view, owner.parentId);
  const row = data?.find(({ id }) => id === owner.id);
  return (
    <Group component="nav" aria-label="Way back" gap="xs" wrap="nowrap" className={css.way}>
      <Button variant="subtle" size="compact-sm" leftSection={<EarlierIcon />} className={css.back} onClick={onBack}>
        {back}
      </Button>
      {row && (
        <Text size="sm" c="dimmed" truncate>
          {view.rows} of{' '}
          <Text span inherit fw={600} c="var(--mantine-color-text)" dir="auto">
            {owner.view.title(row)}
          </Text>
        </Text>
      )}
    </Group>
  );
}
