import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import tableCss from '../records/record-table.module.css';

/** A part of the Jobs screen under a title of its own. */
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

/** Says what appears in a list while there is nothing in it. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <div className={tableCss.empty}>
      <Text size="sm">{children}</Text>
    </div>
  );
}
