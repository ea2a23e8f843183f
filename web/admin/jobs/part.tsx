import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** One part of the Jobs screen with its title. */
export function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Group justify="space-between" mb="sm" mih={36}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </div>
  );
}
