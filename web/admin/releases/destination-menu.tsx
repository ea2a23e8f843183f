import { Button, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChevronDownIcon } from '../shell/icons.tsx';
import { useDestination } from './destination.ts';
import { NewRelease } from './new-release.tsx';
import css from './releases.module.css';
import { isEditable, useReleases } from './use-releases.ts';
import { useSwitch } from './use-switch.ts';

const live = 'live';

/** Chooses whether edits go to the live page or to a release; `isRow` on narrow screens, above the content. */
export function DestinationMenu({ isRow = false }: { isRow?: boolean }) {
  const destination = useDestination();
  const { data = [] } = useReleases();
  const change = useSwitch();
  const [isNaming, setNaming] = useState(false);
  const name = destination?.name ?? 'Live';
  const open = data.filter(isEditable);

  function choose(value: string) {
    const next = open.find(({ id }) => String(id) === value);
    void change(next ? { id: next.id, name: next.name } : null);
  }

  return (
    <>
      <Menu position="bottom-start" width={320} withinPortal={false} withInitialFocusPlaceholder={false} returnFocus>
        <Menu.Target>
          <Button
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
              <Choice value={live} name="Live" hint="Visitors see changes at once" />
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
          <Menu.Item onClick={() => setNaming(true)}>New release…</Menu.Item>
          <Menu.Item component={Link} to="/admin/releases">
            All releases
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NewRelease isOpen={isNaming} onClose={() => setNaming(false)} onCreated={change} />
    </>
  );
}

interface ChoiceProps {
  value: string;
  name: string;
  hint: string;
}

function Choice({ value, name, hint }: ChoiceProps) {
  return (
    <Menu.RadioItem value={value} closeMenuOnClick>
      <Text span size="sm" lineClamp={2} className={css.name}>
        {name}
      </Text>
      <Text span size="xs" c="dimmed" display="block">
        {hint}
      </Text>
    </Menu.RadioItem>
  );
}
