import { Button, Stack, Text } from '@mantine/core';
import { PlusIcon } from '../shell/icons.tsx';
import { openerId } from './actions.tsx';
import type { RecordView } from './record-view.ts';

interface Props {
  view: RecordView;
  onClick: () => void;
  /** True for the first focus of a panel. */
  hasFocus?: boolean | undefined;
}

/** Opens the form of a new row. */
export function AddButton({ view, onClick, hasFocus }: Props) {
  return (
    <Button
      id={openerId(view, 'new', 'edit')}
      leftSection={<PlusIcon />}
      onClick={onClick}
      data-autofocus={hasFocus || undefined}
    >
      Add
    </Button>
  );
}

/** Content of an empty table: the purpose of the list, and the first step. */
export function EmptyList({ view, onClick, hasFocus }: Props) {
  return (
    <Stack align="center" gap="sm">
      <Text size="sm" maw="34rem">
        {view.purpose} Add the first one.
      </Text>
      <AddButton view={view} onClick={onClick} hasFocus={hasFocus} />
    </Stack>
  );
}
