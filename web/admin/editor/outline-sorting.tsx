import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { GripIcon } from '../shell/icons.tsx';
import css from './outline.module.css';
import type { OutlineNode } from './outline-model.ts';

const instructions =
  'Press Space or Enter to lift the row, the arrow keys to move it, Space or Enter to drop it, Escape to cancel.';

interface Place {
  node: OutlineNode;
  /** The rows of its list that can be moved. */
  siblings: readonly OutlineNode[];
}

interface Props {
  nodes: readonly OutlineNode[];
  onMove: (node: OutlineNode, place: number) => void;
  children: ReactNode;
}

/** Makes the rows of each list movable within the list, by dragging the handle or by keyboard with every step announced. */
export function OutlineSorting({ nodes, onMove, children }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextSibling }),
  );
  const find = (id: UniqueIdentifier) => placeOf(nodes, id);

  const siblingsOnly: CollisionDetection = (args) => {
    const ids = new Set(find(args.active.id)?.siblings.map(({ id }) => id));
    const droppableContainers = args.droppableContainers.filter(({ id }) => ids.has(String(id)));
    return closestCenter({ ...args, droppableContainers });
  };

  function drop({ active, over }: DragEndEvent) {
    const [moved, target] = [find(active.id), over && find(over.id)];
    if (moved && target && active.id !== over?.id && target.node.place !== null) onMove(moved.node, target.node.place);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={siblingsOnly}
      onDragEnd={drop}
      accessibility={{ screenReaderInstructions: { draggable: instructions }, announcements: announcementsOf(find) }}
    >
      {children}
    </DndContext>
  );
}

function announcementsOf(find: (id: UniqueIdentifier) => Place | undefined): Announcements {
  const name = (id: UniqueIdentifier) => find(id)?.node.name ?? 'The row';
  const at = (id: UniqueIdentifier) => {
    const place = find(id);
    return place ? `place ${place.siblings.indexOf(place.node) + 1} of ${place.siblings.length}` : 'its place';
  };
  return {
    onDragStart: ({ active }) => `${name(active.id)} lifted, ${at(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${at(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${name(active.id)} put down${over ? ` at ${at(over.id)}` : ''}.`,
    onDragCancel: ({ active }) => `${name(active.id)} stays where it was, ${at(active.id)}.`,
  };
}

/** A node and the movable rows of its list. */
export function placeOf(nodes: readonly OutlineNode[], id: UniqueIdentifier): Place | undefined {
  const node = nodes.find((one) => one.id === id);
  if (node) return { node, siblings: nodes.filter(({ place }) => place !== null) };
  for (const { children } of nodes) {
    const found = placeOf(children, id);
    if (found) return found;
  }
  return undefined;
}

/** Moves a row lifted by keyboard to the place of the next row of its list. */
const toNextSibling: KeyboardCoordinateGetter = (event, { context }) => {
  const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0;
  const { active, over, droppableRects } = context;
  if (step === 0 || !active) return undefined;
  event.preventDefault();
  const siblings: UniqueIdentifier[] = active.data.current?.sortable.items ?? [];
  const next = siblings[siblings.indexOf(over?.id ?? active.id) + step];
  const rect = next === undefined ? undefined : droppableRects.get(next);
  return rect && { x: rect.left, y: rect.top };
};

/** A list whose rows can be moved. */
export function SortableList({ nodes, children }: { nodes: readonly OutlineNode[]; children: ReactNode }) {
  const ids = nodes.filter(({ place }) => place !== null).map(({ id }) => id);
  return (
    <SortableContext items={ids} strategy={verticalListSortingStrategy}>
      {children}
    </SortableContext>
  );
}

/** The position of a row during a drag, and what its handle needs. */
export function useMovable({ id, place }: OutlineNode) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: place === null,
  });
  // Rows move vertically only, without the library's scaling to the height of the row below.
  const style = { transform: transform ? `translateY(${transform.y}px)` : undefined, transition };
  return { setNodeRef, style, isDragging, handle: { ref: setActivatorNodeRef, ...attributes, ...listeners } };
}

interface HandleProps {
  handle: ReturnType<typeof useMovable>['handle'];
  name: string;
  tabIndex: number;
}

/** The handle that moves a row. */
export function MoveHandle({ handle, name, tabIndex }: HandleProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      className={css.handle}
      {...handle}
      tabIndex={tabIndex}
      aria-label={`Move ${name}`}
    >
      <GripIcon />
    </ActionIcon>
  );
}
