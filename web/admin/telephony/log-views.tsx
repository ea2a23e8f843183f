import { ActionIcon, Button, Divider, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type LogPreferences, maxLogViews } from '../../../contract/message-log.ts';
import { ChevronDownIcon, TrashIcon } from '../shell/icons.tsx';
import { type LogSearch, logSearch } from './log-search.ts';

interface Props {
  search: LogSearch;
  preferences: LogPreferences;
  onSave: (next: LogPreferences) => void;
  onOpen: (search: LogSearch) => void;
}

/** Saved filters: opens, adds and deletes them. */
export function ViewsMenu({ search, preferences, onSave, onOpen }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { views } = preferences;
  return (
    <Popover position="bottom-end" withinPortal shadow="md" trapFocus opened={isOpen} onChange={setOpen} width={300}>
      <Popover.Target>
        <Button variant="default" rightSection={<ChevronDownIcon />} onClick={() => setOpen(!isOpen)}>
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views">
        <Stack gap="xs">
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              Save the present filters to open them again with one click.
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} gap={4} wrap="nowrap">
              <Button
                variant="subtle"
                size="compact-sm"
                flex={1}
                justify="flex-start"
                onClick={() => {
                  onOpen(logSearch.parse(view.search));
                  setOpen(false);
                }}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Delete the view ${view.name}`}
                onClick={() => onSave({ ...preferences, views: views.filter((one) => one !== view) })}
              >
                <TrashIcon />
              </ActionIcon>
            </Group>
          ))}
          <Divider />
          <SaveView search={search} preferences={preferences} onSave={onSave} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SaveView({ search, preferences, onSave }: Omit<Props, 'onOpen'>) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  function save(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    const others = preferences.views.filter((view) => view.name !== wanted);
    if (wanted === '') return setProblem('Name is required');
    if (others.length >= maxLogViews) return setProblem(`At most ${maxLogViews} views can be saved. Delete one first`);
    const given = Object.entries({ ...search, page: undefined }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    onSave({ ...preferences, views: [...others, { name: wanted, search: Object.fromEntries(given) }] });
    setName('');
    setProblem(null);
  }
  return (
    <form onSubmit={save} aria-label="Save the view">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Name of the view"
          size="sm"
          flex={1}
          maxLength={60}
          autoComplete="off"
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="light">
          Save
        </Button>
      </Group>
    </form>
  );
}
