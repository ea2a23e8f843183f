import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { GripIcon } from '../shell/icons.tsx';
import type { Row } from './record-view.ts';
import css from './sortable-rows.module.css';

interface Props {
  rows: readonly Row[];
  titleOf: (row: Row) => string;
  onMove: (rows: readonly Row[]) => void;
  children: ReactNode;
}

const instructions =
  'Press Space or Enter to lift the row, the arrow keys to move it, Space or Enter to drop it, Escape to cancel.';

/** Makes rows movable by dragging the handle, or by keyboard with every step announced. */
export function SortableRows({ rows, titleOf, onMove, children }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: UniqueIdentifier) => rows.findIndex((row) => row.id === id);
  const name = (id: UniqueIdentifier) => {
    const row = rows[place(id)];
    return row ? titleOf(row) : 'The row';
  };
  const at = (id: UniqueIdentifier) => `place ${place(id) + 1} of ${rows.length}`;

  function drop({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onMove(arrayMove([...rows], place(active.id), place(over.id)));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: instructions },
        announcements: {
          onDragStart: ({ active }) => `${name(active.id)} lifted, ${at(active.id)}.`,
          onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${at(over.id)}.` : undefined),
          onDragEnd: ({ active, over }) => `${name(active.id)} put down${over ? ` at ${at(over.id)}` : ''}.`,
          onDragCancel: ({ active }) => `${name(active.id)} stays where it was, ${at(active.id)}.`,
        },
      }}
    >
      <SortableContext items={rows.map((row) => row.id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

interface SortableRowProps {
  id: number;
  isCurrent: boolean;
  isSaved: boolean;
  children: ReactNode;
}

/** A table row that follows the drag; a row that was just saved lights up. */
export function SortableRow({ id, isCurrent, isSaved, children }: SortableRowProps) {
  const { setNodeRef, transform, transition, isDragging } = useSortable({ id });
  // Rows move vertically only, without the library's scaling to the height of the row below.
  const style = { transform: transform ? `translateY(${transform.y}px)` : undefined, transition };
  return (
    <Table.Tr
      role="row"
      ref={setNodeRef}
      style={style}
      className={css.row}
      data-dragging={isDragging || undefined}
      data-saved={isSaved || undefined}
      aria-current={isCurrent || undefined}
    >
      {children}
    </Table.Tr>
  );
}

/** The handle that moves a row. */
export function DragHandle({ id, name, isDisabled }: { id: number; name: string; isDisabled: boolean }) {
  const { attributes, listeners, setActivatorNodeRef, isDragging } = useSortable({ id, disabled: isDisabled });
  return (
    <ActionIcon
      ref={setActivatorNodeRef}
      variant="subtle"
      color="gray"
      className={css.grip}
      disabled={isDisabled}
      // Esc cancels the move instead of closing the panel.
      data-mantine-stop-propagation={isDragging}
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}`}
    >
      <GripIcon />
    </ActionIcon>
  );
}
