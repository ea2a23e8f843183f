import { Text } from '@mantine/core';
import type { Destination } from './destination.ts';

/** Label of a form's Save button, which names the release that the save goes to. */
export function SaveLabel({ release }: { release: Destination | null }) {
  if (!release) return 'Save';
  return (
    <Text span inherit truncate lh={1.5} title={release.name}>
      Save to {release.name}
    </Text>
  );
}
