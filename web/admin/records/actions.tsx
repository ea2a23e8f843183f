import { ActionIcon, Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { PencilIcon, TrashIcon } from '../shell/icons.tsx';
import type { Level, Row } from './level.ts';
import { useDelete, useRows } from './rows.ts';

/** A column of buttons, before the row's own columns. */
export interface RowAction {
  header: string;
  Cell: (props: { level: Level; row: Row }) => ReactNode;
}

/** Id of the button that opens a row's panel; focus returns there. */
export function openerId(level: Level, row: number | 'new' | undefined, what: 'edit' | 'children'): string {
  return `${level.key}-${row}-${what}`;
}

/** Edit: loads the row into its form. */
export function edit(onEdit: (row: number) => void): RowAction {
  return {
    header: 'Edit',
    Cell: ({ level, row }) => (
      <ActionIcon
        id={openerId(level, row.id, 'edit')}
        variant="subtle"
        aria-label={`Edit ${level.title(row)}`}
        onClick={() => onEdit(row.id)}
      >
        <PencilIcon />
      </ActionIcon>
    ),
  };
}

/** Opens a row's children; the button shows once they are loaded, with their number (specification, section 2). */
export function openChildren(
  { header, button = header, level: children }: { header: string; button?: string; level: Level },
  onOpen: (row: number) => void,
): RowAction {
  return {
    header,
    Cell: ({ level, row }) => {
      const { data, isPending } = useRows(children, row.id);
      if (isPending) return <Skeleton h={26} w={96} />;
      return (
        <Button
          id={openerId(level, row.id, 'children')}
          size="compact-sm"
          variant="light"
          miw="max-content"
          onClick={() => onOpen(row.id)}
        >
          {button}
          <VisuallyHidden> of {level.title(row)}</VisuallyHidden>
          {data && (
            <Text span inherit ms="0.5em" opacity={0.8} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {' '}
              {data.length}
            </Text>
          )}
        </Button>
      );
    },
  };
}

/** Delete, after the question; `onDeleted` hears which row went. */
export function remove(onDeleted?: (row: number) => void): RowAction {
  return {
    header: 'Delete',
    Cell: ({ level, row }) => {
      const confirm = useConfirm();
      const deletion = useDelete(level);
      async function ask({ currentTarget: button }: MouseEvent<HTMLElement>) {
        const table = button.closest('section');
        if (!(await confirm({ message: messages.confirmDelete, subject: level.title(row), action: 'Delete' }))) return;
        const isDeleted = await deletion.mutateAsync(row.id).then(
          () => true,
          // useDelete has said why.
          () => false,
        );
        if (!isDeleted) return;
        onDeleted?.(row.id);
        // The button has gone with its row.
        table?.focus();
      }
      return (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete ${level.title(row)}`}
          loading={deletion.isPending}
          onClick={ask}
        >
          <TrashIcon />
        </ActionIcon>
      );
    },
  };
}
