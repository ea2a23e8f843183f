import { Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDestination } from './destination.ts';
import { DestinationButton } from './destination-button.tsx';
import css from './releases.module.css';
import { isEditable, useReleases } from './use-releases.ts';
import { useSwitch } from './use-switch.ts';

const live = 'live';

export interface DestinationChoiceProps {
  /** True on narrow screens: a row above the content. */
  isRow: boolean;
  onNew: () => void;
}

/** The destination menu with its button, loaded with the first press of the button; opens as soon as it is mounted. */
export default function DestinationChoice({ isRow, onNew }: DestinationChoiceProps) {
  const destination = useDestination();
  const { data = [] } = useReleases();
  const change = useSwitch();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = data.filter(isEditable);

  // This button replaces the pressed one, and the menu returns the focus to the element that had it.
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);

  function choose(value: string) {
    const next = open.find(({ id }) => String(id) === value);
    void change(next ? { id: next.id, name: next.name } : null);
  }

  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={320}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      returnFocus
    >
      <Menu.Target>
        <DestinationButton ref={button} isRow={isRow} />
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
