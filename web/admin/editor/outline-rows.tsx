import { ActionIcon, Anchor, Button, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Thumbnail } from '../records/thumbnail.tsx';
import { ChevronDownIcon, MoreIcon, PlusIcon } from '../shell/icons.tsx';
import { show } from './commands.ts';
import { HiddenIcon } from './icons.tsx';
import { ItemMenu } from './item-menu.tsx';
import css from './outline.module.css';
import type { OutlineNode } from './outline-model.ts';
import { MoveHandle, SortableList, useMovable } from './outline-sorting.tsx';
import { rowId } from './row-id.ts';
import { useEditorSession } from './session/provider.tsx';
import { nounOf } from './words.ts';

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
  const hasChildren = children.length > 0;
  const isCurrent = tree.currentId === id;
  const tabIndex = isCurrent ? 0 : -1;
  const domId = rowId(id);
  return (
    <div
      id={domId}
      role="treeitem"
      aria-level={level}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={tree.selectedId === id}
      aria-labelledby={`${domId}-name ${domId}-state`}
      tabIndex={tabIndex}
      className={css.item}
      style={style}
      data-dragging={isDragging || undefined}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the tree item around it has the role */}
      <div
        ref={setNodeRef}
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
          hidden={!hasChildren}
          onClick={() => tree.toggle(id, !isOpen)}
        >
          <ChevronDownIcon />
        </button>
        {node.picture && <Thumbnail hash={node.picture} />}
        <span className={css.words}>
          <span id={`${domId}-name`} className={css.name} dir="auto" title={name}>
            {name}
          </span>
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
            className={css.switch}
            tabIndex={tabIndex}
            checked={node.isOn}
            onChange={(event) => show(session, node, event.currentTarget.checked)}
            aria-label={`Show ${name} on the page`}
          />
        )}
      </div>
      {hasChildren && isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a group of tree items, not of fields
        <div role="group">
          <OutlineRows nodes={children} level={level + 1} tree={tree} />
        </div>
      )}
      {(isOpen || (isCurrent && !hasChildren)) && lists.length > 0 && (
        <div className={css.more} data-level={level}>
          {lists.map(({ path, parentId }) => (
            <Button
              key={path}
              variant="subtle"
              size="compact-xs"
              leftSection={<PlusIcon />}
              tabIndex={tabIndex}
              onClick={() => session.add(path, { parentId })}
            >
              Add {nounOf(path)}
            </Button>
          ))}
          {id === 'section clients' && (
            <Text size="xs" c="dimmed">
              Clients who are not on the page:{' '}
              <Anchor component={Link} to="/admin/client" inherit tabIndex={tabIndex}>
                Client Detail
              </Anchor>
            </Text>
          )}
        </div>
      )}
    </div>
  );
}
