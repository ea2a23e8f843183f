import { Button, Stack, Text } from '@mantine/core';
import { PlusIcon } from '../shell/icons.tsx';
import { openerId } from './actions.tsx';
import type { Level } from './level.ts';

interface Props {
  level: Level;
  onClick: () => void;
}

/** Opens the panel for a new record. */
export function AddButton({ level, onClick }: Props) {
  return (
    <Button id={openerId(level, 'new', 'edit')} leftSection={<PlusIcon />} onClick={onClick}>
      Add
    </Button>
  );
}

/** What stands in place of an empty table: what is missing, and the button that creates it. */
export function EmptyList({ level, onClick }: Props) {
  return (
    <Stack align="center" gap="sm">
      <Text size="sm">There is no {level.noun} yet.</Text>
      <AddButton level={level} onClick={onClick} />
    </Stack>
  );
}
