import { ActionIcon, Switch } from '@mantine/core';
import { Thumbnail } from '../records/thumbnail.tsx';
import { ChevronDownIcon, MoreIcon, PlusIcon } from '../shell/icons.tsx';
import { show } from './commands.ts';
import { HiddenIcon } from './icons.tsx';
import { ItemMenu } from './item-menu.tsx';
import css from './outline.module.css';
import { type AddingRow, addRows, type OutlineNode } from './outline-model.ts';
import { MoveHandle, SortableList, useMovable } from './outline-sorting.tsx';
import { rowId } from './row-id.ts';
import { useEditorSession } from './session/provider.tsx';

/** What the rows of the tree share. */
export interface TreeState {
  /** The row that Tab reaches. */
  currentId: string | null;
  selectedId: string | null;
  /** The row whose menu is open. */
  menuId: string | null;
  isOpen(id: string): boolean;
  /** Number of rows in a row's list that can be moved. */
  siblingCount(node: OutlineNode): number;
  toggle(id: string, isOpen: boolean): void;
  select(node: OutlineNode): void;
  openMenu(id: string): void;
  closeMenu(node: OutlineNode): void;
  remove(node: OutlineNode): void;
  add(row: AddingRow): void;
}

interface RowsProps {
  nodes: readonly OutlineNode[];
  level: number;
  tree: TreeState;
}

/** The rows of one list, each with the rows below it. */
export function OutlineRows({ nodes, level, tree }: RowsProps) {
  return (
    <SortableList nodes={nodes}>
      {nodes.map((node) => (
        <OutlineRow key={node.id} node={node} level={level} tree={tree} />
      ))}
    </SortableList>
  );
}

interface RowProps {
  node: OutlineNode;
  level: number;
  tree: TreeState;
}

function OutlineRow({ node, level, tree }: RowProps) {
  const session = useEditorSession();
  const { id, name, state, children, lists } = node;
  const { setNodeRef, style, isDragging, handle } = useMovable(node);
  const isOpen = tree.isOpen(id);
  const canOpen = children.length > 0 || lists.length > 0;
  const tabIndex = tree.currentId === id ? 0 : -1;
  const domId = rowId(id);
  return (
    <div role="none" className={css.item} style={style} data-dragging={isDragging || undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys */}
      <div
        ref={setNodeRef}
        id={domId}
        role="treeitem"
        aria-level={level}
        aria-expanded={canOpen ? isOpen : undefined}
        aria-selected={tree.selectedId === id}
        aria-labelledby={`${domId}-name ${domId}-state`}
        tabIndex={tabIndex}
        className={css.row}
        data-level={level}
        data-off={!node.isShown || undefined}
        onClick={({ target }) => {
          if (target instanceof Element && !target.closest('button, label, input')) tree.select(node);
        }}
      >
        <button
          type="button"
          className={css.chevron}
          tabIndex={-1}
          aria-hidden="true"
          data-open={isOpen || undefined}
          hidden={!canOpen}
          onClick={() => tree.toggle(id, !isOpen)}
        >
          <ChevronDownIcon />
        </button>
        {node.picture && <Thumbnail hash={node.picture} />}
        <span className={css.words}>
          <span id={`${domId}-name`} className={css.name} dir="auto" title={name}>
            {name}
          </span>{' '}
          <span id={`${domId}-state`} className={css.state} data-plain={state === 'Shown' || undefined}>
            {state}
          </span>
        </span>
        {!node.isSection && !node.isShown && <HiddenIcon />}
        <span className={css.tools}>
          {node.place !== null && <MoveHandle handle={handle} name={name} tabIndex={tabIndex} />}
          <ItemMenu
            node={node}
            siblingCount={tree.siblingCount(node)}
            isOpen={tree.menuId === id}
            onClose={() => tree.closeMenu(node)}
            onRemove={() => tree.remove(node)}
          >
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              tabIndex={tabIndex}
              aria-label={`Actions for ${name}`}
              aria-haspopup="menu"
              aria-expanded={tree.menuId === id}
              onClick={() => tree.openMenu(id)}
            >
              <MoreIcon />
            </ActionIcon>
          </ItemMenu>
        </span>
        {node.isOn !== null && (
          <Switch
            size="xs"
            color="ink.5"
            withThumbIndicator={false}
            classNames={{ root: css.switch, input: css.switchInput }}
            tabIndex={tabIndex}
            checked={node.isOn}
            onChange={(event) => show(session, node, event.currentTarget.checked)}
            aria-label={`Show ${name} on the page`}
          />
        )}
      </div>
      {isOpen && canOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a group of tree items, not of fields
        <div role="group" aria-label={name}>
          <OutlineRows nodes={children} level={level + 1} tree={tree} />
          {addRows(node).map((row) => (
            <AddRow key={row.id} row={row} level={level + 1} tree={tree} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The last row of a list, which adds an item. */
function AddRow({ row, level, tree }: { row: AddingRow; level: number; tree: TreeState }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      id={rowId(row.id)}
      role="treeitem"
      aria-level={level}
      aria-selected={false}
      tabIndex={tree.currentId === row.id ? 0 : -1}
      className={css.row}
      data-level={level}
      data-adds
      onClick={() => tree.add(row)}
    >
      <PlusIcon />
      {row.name}
    </div>
  );
}
