import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { PlusIcon } from '../shell/icons.tsx';
import type { Person } from './answers.ts';
import { PersonSelect } from './person-select.tsx';
import css from './rota.module.css';
import { type DraftOverride, nextKey, overrideProblem } from './rota-values.ts';

interface Props {
  overrides: readonly DraftOverride[];
  timeZone: string;
  people: readonly Person[];
  /** Shows what is missing. */
  isTried: boolean;
  onChange: (overrides: DraftOverride[]) => void;
}

/** Periods in which somebody else is on call, such as a holiday. */
export function RotaReplacements({ overrides, timeZone, people, isTried, onChange }: Props) {
  const change = (key: number, part: Partial<DraftOverride>) =>
    onChange(overrides.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <fieldset className={css.part}>
      <legend>Replacements</legend>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Take the place of everybody on call in a period. Times are those of {timeZone}.
        </Text>
        {overrides.map((one, place) => {
          const problem = isTried ? overrideProblem(one) : undefined;
          return (
            <Stack key={one.key} gap="xs" className={css.entry} role="group" aria-label={`Replacement ${place + 1}`}>
              <Group gap="sm" align="flex-start" className={css.inputs}>
                <TextInput
                  type="datetime-local"
                  label="From"
                  value={one.from}
                  onChange={(event) => change(one.key, { from: event.currentTarget.value })}
                />
                <TextInput
                  type="datetime-local"
                  label="Until"
                  value={one.until}
                  onChange={(event) => change(one.key, { until: event.currentTarget.value })}
                />
                <div className={css.person}>
                  <PersonSelect
                    label="On call"
                    people={people}
                    value={one.contactId}
                    onChange={(contactId) => change(one.key, { contactId })}
                  />
                </div>
              </Group>
              <Group justify="space-between" gap="sm">
                <Text size="xs" c="var(--mantine-color-error)" role={problem ? 'alert' : undefined}>
                  {problem}
                </Text>
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={`Remove replacement ${place + 1}`}
                  onClick={() => onChange(overrides.filter(({ key }) => key !== one.key))}
                >
                  Remove
                </Button>
              </Group>
            </Stack>
          );
        })}
        <Button
          variant="default"
          size="xs"
          leftSection={<PlusIcon />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...overrides, { key: nextKey(), from: '', until: '', contactId: null }])}
        >
          Add replacement
        </Button>
      </Stack>
    </fieldset>
  );
}
