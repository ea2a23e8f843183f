import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './record-table.module.css';

interface ScrollingTableProps {
  /** What the table is called to a screen reader. */
  label: string;
  className?: string | undefined;
  /** In a panel it leaves room for the form above it. */
  isInPanel?: boolean;
  children: ReactNode;
}

/** A table that scrolls by itself, also by keyboard; its head and body are the children. */
export function ScrollingTable({ label, className = '', isInPanel = false, children }: ScrollingTableProps) {
  return (
    <section
      className={`${css.scroll} ${className}`}
      data-in-panel={isInPanel || undefined}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <Table verticalSpacing="xs" highlightOnHover stickyHeader>
        {children}
      </Table>
    </section>
  );
}

interface PlainTableProps extends ScrollingTableProps {
  headers: readonly string[];
}

/** The same under headers that are only words; its rows are the children. */
export function PlainTable({ headers, children, ...props }: PlainTableProps) {
  return (
    <ScrollingTable {...props}>
      <Table.Thead>
        <Table.Tr>
          {headers.map((header) => (
            <Table.Th key={header}>{header}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </ScrollingTable>
  );
}
