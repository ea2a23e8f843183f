import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { CopyIcon, EyeIcon, PlusIcon, TrashIcon } from '../shell/icons.tsx';
import { isRemovable, moveBy, show } from './commands.ts';
import { DownIcon, HiddenIcon, UpIcon } from './icons.tsx';
import type { OutlineNode } from './outline-model.ts';
import { useEditorSession } from './session/provider.tsx';
import { useEditorUi } from './ui.ts';
import { nounOf } from './words.ts';

interface Props {
  node: OutlineNode;
  siblingCount: number;
  isOpen: boolean;
  onClose: () => void;
  onRemove: () => void;
  /** The button that opens the menu. */
  children: ReactElement;
}

/** What can be done with a section or an item. */
export function ItemMenu({ node, siblingCount, isOpen, onClose, onRemove, children }: Props) {
  // A closed menu is no more than its button: the outline has hundreds of rows.
  if (!isOpen) return children;
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-end"
      width={220}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      returnFocus={false}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${node.name}`}>
        <Entries node={node} siblingCount={siblingCount} onRemove={onRemove} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Entries({ node, siblingCount, onRemove }: Pick<Props, 'node' | 'siblingCount' | 'onRemove'>) {
  const session = useEditorSession();
  const { add } = useEditorUi();
  const { item, place, lists } = node;
  const isOn = node.isSection ? node.isOn : node.isShown;
  return (
    <>
      {lists.map(({ path, parentId }, at) => (
        <Menu.Item
          key={path}
          data-autofocus={at === 0 || undefined}
          leftSection={<PlusIcon />}
          onClick={() => add(path, { parentId })}
        >
          Add {nounOf(path)}
        </Menu.Item>
      ))}
      {isRemovable(item) && (
        <Menu.Item
          data-autofocus={lists.length === 0 || undefined}
          leftSection={<CopyIcon />}
          onClick={() => session.duplicate(item)}
        >
          Duplicate
        </Menu.Item>
      )}
      {place !== null && (
        <>
          <Menu.Item
            leftSection={<UpIcon />}
            disabled={place === 0}
            onClick={() => moveBy(session, node, siblingCount, -1)}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<DownIcon />}
            disabled={place === siblingCount - 1}
            onClick={() => moveBy(session, node, siblingCount, 1)}
          >
            Move down
          </Menu.Item>
        </>
      )}
      {isOn !== null && (
        <Menu.Item leftSection={isOn ? <HiddenIcon /> : <EyeIcon />} onClick={() => show(session, node, !isOn)}>
          {isOn ? 'Hide' : 'Show'}
        </Menu.Item>
      )}
      {isRemovable(item) && (
        <Menu.Item leftSection={<TrashIcon />} c="var(--mantine-color-error)" onClick={onRemove}>
          Delete
        </Menu.Item>
      )}
    </>
  );
}
