import { Button, Stack, Text } from '@mantine/core';
import { PlusIcon } from '../shell/icons.tsx';
import { openerId } from './actions.tsx';
import type { RecordView } from './record-view.ts';

interface Props {
  view: RecordView;
  onClick: () => void;
}

/** Opens the panel for a new row. */
export function AddButton({ view, onClick }: Props) {
  return (
    <Button id={openerId(view, 'new', 'edit')} leftSection={<PlusIcon />} onClick={onClick}>
      Add
    </Button>
  );
}

/** Content of an empty table: a sentence and the Add button. */
export function EmptyList({ view, onClick }: Props) {
  return (
    <Stack align="center" gap="sm">
      <Text size="sm">There is no {view.noun} yet.</Text>
      <AddButton view={view} onClick={onClick} />
    </Stack>
  );
}
