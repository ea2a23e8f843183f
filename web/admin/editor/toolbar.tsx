import { ActionIcon, Button, Menu, SegmentedControl, Tooltip, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Scheme } from '../preview/page-styles.ts';
import type { Device } from '../preview/stage-size.ts';
import { useDestination } from '../releases/destination.ts';
import { SaveLabel } from '../releases/save-label.tsx';
import { ExternalIcon, MoreIcon, TrashIcon } from '../shell/icons.tsx';
import {
  DarkIcon,
  DesktopIcon,
  KeyboardIcon,
  LightIcon,
  OutlineIcon,
  PhoneIcon,
  RedoIcon,
  TabletIcon,
  UndoIcon,
} from './icons.tsx';
import { editorPanels } from './panels.ts';
import { SaveState } from './save-state.tsx';
import { useEditor, useEditorSession } from './session/provider.tsx';
import css from './toolbar.module.css';
import { useEditorUi } from './ui.ts';

/** How the page is shown. */
export interface PageLook {
  device: Device;
  scheme: Scheme;
}

interface Props {
  look: PageLook;
  onLook: (look: PageLook) => void;
  isOutlineOpen: boolean;
  onOutline: () => void;
  isWaiting: boolean;
  onDiscard: () => void;
  onHelp: () => void;
}

const devices = [
  { value: 'phone', label: 'Phone', Icon: PhoneIcon },
  { value: 'tablet', label: 'Tablet', Icon: TabletIcon },
  { value: 'desktop', label: 'Desktop', Icon: DesktopIcon },
] as const;

/** The editor's controls over the page: its width and scheme, undo and redo, the state, Save. */
export function Toolbar({ look, onLook, isOutlineOpen, onOutline, isWaiting, onDiscard, onHelp }: Props) {
  const { mode, save } = useEditorUi();
  const session = useEditorSession();
  const release = useDestination();
  const unsaved = useEditor((state) => state.unsavedCount);
  const isSaving = useEditor((state) => state.isSaving);
  const undoLabel = useEditor((state) => state.undoLabel);
  const redoLabel = useEditor((state) => state.redoLabel);
  const isNarrow = mode === 'narrow';
  const isDark = look.scheme === 'dark';
  const hasChanges = unsaved > 0;
  return (
    <div className={css.toolbar} role="toolbar" aria-label="Editor">
      {mode === 'medium' && (
        <Tool label={isOutlineOpen ? 'Hide the outline' : 'Show the outline'} isOn={isOutlineOpen} onClick={onOutline}>
          <OutlineIcon />
        </Tool>
      )}
      {!isNarrow && (
        <>
          <SegmentedControl
            size="xs"
            aria-label="Width of the page"
            value={look.device}
            onChange={(device) => onLook({ ...look, device })}
            data={devices.map(({ value, label, Icon }) => ({
              value,
              label: (
                <span className={css.device} title={label}>
                  <Icon />
                  <VisuallyHidden>{label}</VisuallyHidden>
                </span>
              ),
            }))}
          />
          <Tool
            label={isDark ? 'Show the light page' : 'Show the dark page'}
            onClick={() => onLook({ ...look, scheme: isDark ? 'light' : 'dark' })}
          >
            {isDark ? <LightIcon /> : <DarkIcon />}
          </Tool>
        </>
      )}
      <SaveState isWaiting={isWaiting} onDiscard={onDiscard} />
      {!isNarrow && <PanelTools />}
      <Tool
        label={undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`}
        isDisabled={undoLabel === null}
        onClick={() => session.undo()}
      >
        <UndoIcon />
      </Tool>
      <Tool
        label={redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`}
        isDisabled={redoLabel === null}
        onClick={() => session.redo()}
      >
        <RedoIcon />
      </Tool>
      <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false} returnFocus>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="More">
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isNarrow && <NarrowEntries look={look} onLook={onLook} />}
          <Menu.Item
            component="a"
            data-autofocus={!isNarrow || undefined}
            href="/"
            target="_blank"
            rel="noopener"
            leftSection={<ExternalIcon />}
          >
            Open the page
          </Menu.Item>
          <Menu.Item leftSection={<KeyboardIcon />} onClick={onHelp}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<TrashIcon />}
            c="var(--mantine-color-error)"
            disabled={!hasChanges}
            onClick={onDiscard}
          >
            Discard all changes …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        size="xs"
        className={css.save}
        color={release ? 'plum' : 'ink'}
        loading={isSaving}
        aria-disabled={!hasChanges || undefined}
        mod={{ disabled: !hasChanges }}
        onClick={() => hasChanges && save()}
      >
        <SaveLabel release={release} />
      </Button>
    </div>
  );
}

function NarrowEntries({ look, onLook }: Pick<Props, 'look' | 'onLook'>) {
  const session = useEditorSession();
  const isDark = look.scheme === 'dark';
  return (
    <>
      <Menu.Label>The page as on a</Menu.Label>
      {devices.map(({ value, label, Icon }, at) => (
        <Menu.Item
          key={value}
          data-autofocus={at === 0 || undefined}
          leftSection={<Icon />}
          aria-current={look.device === value || undefined}
          onClick={() => onLook({ ...look, device: value })}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={isDark ? <LightIcon /> : <DarkIcon />}
        onClick={() => onLook({ ...look, scheme: isDark ? 'light' : 'dark' })}
      >
        {isDark ? 'Show the light page' : 'Show the dark page'}
      </Menu.Item>
      <Menu.Divider />
      {editorPanels.map(({ name, title, Icon }) => (
        <Menu.Item key={name} leftSection={<Icon />} onClick={() => session.select({ panel: name })}>
          {title}
        </Menu.Item>
      ))}
    </>
  );
}

/** Buttons of the panels in place of the fields. */
function PanelTools() {
  const session = useEditorSession();
  const open = useEditor(({ selection }) => (selection && 'panel' in selection ? selection.panel : null));
  return editorPanels.map(({ name, title, Icon }) => (
    <Tool
      key={name}
      label={title}
      isOn={open === name}
      onClick={() => session.select(open === name ? null : { panel: name })}
    >
      <Icon />
    </Tool>
  ));
}

interface ToolProps {
  label: string;
  /** Whether the button is pressed; undefined for a button without a state. */
  isOn?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button with an icon. A disabled one keeps the focus and its tooltip. */
function Tool({ label, isOn, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? 'ink' : 'gray'}
        size={32}
        className={css.tool}
        aria-label={label}
        aria-pressed={isOn}
        aria-disabled={isDisabled || undefined}
        mod={{ disabled: isDisabled }}
        onClick={() => !isDisabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
