import { Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core';
import { PlusIcon } from '../shell/icons.tsx';
import type { Person } from './answers.ts';
import { PersonSelect } from './person-select.tsx';
import css from './rota.module.css';
import { type DraftTurn, dayNames, nextKey, turnProblem } from './rota-values.ts';

interface Props {
  turns: readonly DraftTurn[];
  people: readonly Person[];
  /** Shows what is missing. */
  isTried: boolean;
  onChange: (turns: DraftTurn[]) => void;
}

/** Weekly turns: days, times and who is on call; turns with the same times and person are one entry. */
export function RotaTurns({ turns, people, isTried, onChange }: Props) {
  const change = (key: number, part: Partial<DraftTurn>) =>
    onChange(turns.map((turn) => (turn.key === key ? { ...turn, ...part } : turn)));
  const add = () => {
    const last = turns.at(-1);
    const times = { from: last?.from ?? '08:00', until: last?.until ?? '08:00' };
    onChange([...turns, { key: nextKey(), days: [], contactId: null, ...times }]);
  };
  return (
    <fieldset className={css.part}>
      <legend>Weekly turns</legend>
      <Stack gap="sm">
        {turns.length === 0 && (
          <Text size="sm" c="dimmed">
            No turns yet: nobody is on call.
          </Text>
        )}
        {turns.map((turn, place) => (
          <Entry
            key={turn.key}
            turn={turn}
            place={place}
            people={people}
            problem={isTried ? turnProblem(turn) : undefined}
            onChange={(part) => change(turn.key, part)}
            onRemove={() => onChange(turns.filter(({ key }) => key !== turn.key))}
          />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<PlusIcon />}
          onClick={add}
          style={{ alignSelf: 'flex-start' }}
        >
          Add turn
        </Button>
      </Stack>
    </fieldset>
  );
}

interface EntryProps {
  turn: DraftTurn;
  place: number;
  people: readonly Person[];
  problem: string | undefined;
  onChange: (part: Partial<DraftTurn>) => void;
  onRemove: () => void;
}

function Entry({ turn, place, people, problem, onChange, onRemove }: EntryProps) {
  const { days, from, until, contactId } = turn;
  const isOvernight = from !== '' && until !== '' && until <= from;
  return (
    <Stack gap="xs" className={css.entry} role="group" aria-label={`Turn ${place + 1}`}>
      <Chip.Group multiple value={days.map(String)} onChange={(chosen) => onChange({ days: chosen.map(Number) })}>
        <fieldset className={css.weekdays} aria-label="Days">
          {dayNames.map((name, index) => (
            <Chip key={name} value={String(index + 1)} size="xs" icon={null}>
              {name}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      <Group gap="sm" align="flex-start" className={css.inputs}>
        <TextInput
          type="time"
          label="From"
          value={from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={isOvernight ? 'Until, next day' : 'Until'}
          value={until}
          onChange={(event) => onChange({ until: event.currentTarget.value })}
        />
        <div className={css.person}>
          <PersonSelect
            label="On call"
            people={people}
            value={contactId}
            onChange={(id) => onChange({ contactId: id })}
          />
        </div>
      </Group>
      <Group justify="space-between" gap="sm">
        <Text size="xs" c="var(--mantine-color-error)" role={problem ? 'alert' : undefined}>
          {problem}
        </Text>
        <Button size="xs" variant="subtle" color="red" aria-label={`Remove turn ${place + 1}`} onClick={onRemove}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}
