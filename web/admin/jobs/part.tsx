import { Group, Table, Text, Title } from '@mantine/core';
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

interface PlainTableProps {
  /** What the table is called to a screen reader. */
  label: string;
  headers: readonly string[];
  className?: string;
  children: ReactNode;
}

/** A table that scrolls by itself, also by keyboard. */
export function PlainTable({ label, headers, className = '', children }: PlainTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${tableCss.scroll} ${className}`} aria-label={label} tabIndex={0}>
      <Table verticalSpacing="xs" highlightOnHover stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {headers.map((header) => (
              <Table.Th key={header}>{header}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
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
