import { ActionIcon, Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { PencilIcon, TrashIcon } from '../shell/icons.tsx';
import { useDelete, useRows } from './record-queries.ts';
import type { RecordView, Row } from './record-view.ts';

/** A column of buttons, before the declared columns. */
export interface RowAction {
  header: string;
  /** Text of the button, if it is not the header. */
  button?: string;
  Cell: (props: { view: RecordView; row: Row }) => ReactNode;
}

/** Id of the button that opens a row's panel; focus returns to the button. */
export function openerId(view: RecordView, row: number | 'new' | undefined, what: 'edit' | 'children'): string {
  return `${view.key}-${row}-${what}`;
}

/** Edit: opens the row in its form. */
export function edit(onEdit: (row: number) => void): RowAction {
  return {
    header: 'Edit',
    Cell: ({ view, row }) => (
      <ActionIcon
        id={openerId(view, row.id, 'edit')}
        variant="subtle"
        aria-label={`Edit ${view.title(row)}`}
        onClick={() => onEdit(row.id)}
      >
        <PencilIcon />
      </ActionIcon>
    ),
  };
}

/** Opens a row's child records; the button appears with their number once they are loaded (specification, section 2). */
export function openChildren(
  { header, button = header, view: children }: { header: string; button?: string; view: RecordView },
  onOpen: (row: number) => void,
): RowAction {
  return {
    header,
    ...(button !== header && { button }),
    Cell: ({ view, row }) => {
      const { data, isPending } = useRows(children, row.id);
      if (isPending) return <Skeleton h={26} w={96} />;
      return (
        <Button
          id={openerId(view, row.id, 'children')}
          size="compact-sm"
          variant="light"
          miw="max-content"
          onClick={() => onOpen(row.id)}
        >
          {button}
          <VisuallyHidden> of {view.title(row)}</VisuallyHidden>
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

/** Delete after a confirmation; `onDeleted` receives the id of the deleted row. */
export function remove(onDeleted?: (row: number) => void): RowAction {
  return {
    header: 'Delete',
    Cell: ({ view, row }) => {
      const confirm = useConfirm();
      const deletion = useDelete(view);
      async function ask({ currentTarget: button }: MouseEvent<HTMLElement>) {
        const table = button.closest('section');
        if (!(await confirm({ message: messages.confirmDelete, subject: view.title(row), action: 'Delete' }))) return;
        const isDeleted = await deletion.mutateAsync(row.id).then(
          () => true,
          // useDelete has shown the reason.
          () => false,
        );
        if (!isDeleted) return;
        onDeleted?.(row.id);
        // The focused button has disappeared with its row; with the last row, the table too.
        setTimeout(() =>
          (table?.isConnected ? table : document.getElementById(openerId(view, 'new', 'edit')))?.focus(),
        );
      }
      return (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete ${view.title(row)}`}
          loading={deletion.isPending}
          onClick={ask}
        >
          <TrashIcon />
        </ActionIcon>
      );
    },
  };
}
