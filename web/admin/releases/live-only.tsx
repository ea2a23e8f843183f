import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../shell/empty-state.tsx';
import { chooseDestination, useDestination } from './destination.ts';

/** Content that is not part of releases, such as lists whose buttons act at once: hidden while a release is chosen. */
export function LiveOnly({ what, children }: { what: string; children: ReactNode }) {
  if (useDestination() === null) return children;
  return (
    <EmptyState>
      <Text size="sm" mb="sm">
        {what} is not part of a release: changes there act at once.
      </Text>
      <Button size="xs" variant="default" onClick={() => chooseDestination(null)}>
        Back to Live
      </Button>
    </EmptyState>
  );
}
