import { Button, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronDownIcon } from '../shell/icons.tsx';
import { useDestination } from './destination.ts';
import css from './releases.module.css';
import { isEditable, useReleases } from './use-releases.ts';
import { useSwitch } from './use-switch.ts';

const live = 'live';

/** Moves the focus to the choice, after a dialog that was opened from the menu. */
export function focusDestinationMenu(): void {
  // After the dialog has closed.
  setTimeout(() => document.querySelector<HTMLElement>('[data-destination-menu]')?.focus(), 60);
}

interface Props {
  /** True on narrow screens: a row above the content. */
  isRow?: boolean;
  onNew: () => void;
}

/** Chooses whether edits go to the live page or to a release. */
export function DestinationMenu({ isRow = false, onNew }: Props) {
  const destination = useDestination();
  const { data = [] } = useReleases();
  const change = useSwitch();
  const name = destination?.name ?? 'Live';
  const open = data.filter(isEditable);

  function choose(value: string) {
    const next = open.find(({ id }) => String(id) === value);
    void change(next ? { id: next.id, name: next.name } : null);
  }

  return (
    <Menu position="bottom-start" width={320} withinPortal={false} withInitialFocusPlaceholder={false} returnFocus>
      <Menu.Target>
        <Button
          data-destination-menu
          className={css.choice}
          data-row={isRow || undefined}
          data-release={destination !== null || undefined}
          size="compact-md"
          variant={destination ? 'filled' : 'default'}
          color="plum"
          leftSection={<span className={css.dot} aria-hidden="true" />}
          rightSection={<ChevronDownIcon />}
          aria-label={`${name}: where your changes go`}
        >
          <Text span inherit truncate lh={1.5} title={name}>
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={css.menu}>
        <Menu.Label>Where your changes go</Menu.Label>
        <Menu.RadioGroup value={String(destination?.id ?? live)} onChange={choose}>
          <div className={css.choices}>
            <Choice value={live} name="Live" hint="Visitors see changes at once" isFirst />
            {open.map(({ id, name: known, time }) => (
              <Choice
                key={id}
                value={String(id)}
                name={known}
                hint={time ? `Goes live ${time.words}` : 'Not scheduled'}
              />
            ))}
          </div>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={onNew}>New release…</Menu.Item>
        <Menu.Item component={Link} to="/admin/releases">
          All releases
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChoiceProps {
  value: string;
  name: string;
  hint: string;
  /** True for the entry that gets the focus when the menu opens. */
  isFirst?: boolean;
}

function Choice({ value, name, hint, isFirst }: ChoiceProps) {
  return (
    <Menu.RadioItem value={value} closeMenuOnClick data-autofocus={isFirst}>
      <Text span size="sm" lineClamp={2} className={css.name}>
        {name}
      </Text>
      <Text span size="xs" c="dimmed" display="block">
        {hint}
      </Text>
    </Menu.RadioItem>
  );
}
