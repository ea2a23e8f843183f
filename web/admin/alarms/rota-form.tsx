import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { rotaFields } from '../../../contract/alarm-rotas.ts';
import { client, trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { ZoneSelect } from '../shell/zone-select.tsx';
import type { Person, Rota } from './answers.ts';
import { RotaCalendar } from './rota-calendar.tsx';
import { RotaReplacements } from './rota-replacements.tsx';
import { RotaStrip } from './rota-strip.tsx';
import { RotaTurns } from './rota-turns.tsx';
import { addressOf, calendarProblem, draftOf, hasProblem, planOf, type RotaDraft } from './rota-values.ts';
import { messagesOf, useDraft } from './use-draft.ts';

interface Props {
  /** Undefined for a new one. */
  rota: Rota | undefined;
  people: readonly Person[];
  /** False: the next days alone. */
  mayWrite: boolean;
  onDone: () => void;
}

const sources = [
  { value: 'turns' as const, label: 'Weekly turns' },
  { value: 'calendar' as const, label: 'Calendar' },
];
/** The preview follows the input after this pause. */
const pauseMs = 300;

/** Creates or changes a rota; a bar shows the next 14 days of what is entered. */
export function RotaForm({ rota, people, mayWrite, onDone }: Props) {
  const utils = trpc.useUtils();
  const { draft, errors, setErrors, change, finish } = useDraft<RotaDraft>(() => draftOf(rota), onDone);
  // A refreshed list must not make an outdated form overwrite another person's change.
  const [basedOn] = useState(rota?.version);
  const [isTried, setTried] = useState(false);
  const save = trpc.alarms.rotas.save.useMutation({ onSettled: () => utils.alarms.invalidate() });
  const [shown] = useDebouncedValue(draft, pauseMs);
  const asked = planOf(shown);
  // A stored calendar counts, but not beside turns.
  const input = { ...asked, ...(rota && shown.source === 'calendar' && { id: rota.id }) };
  const preview = useQuery({
    queryKey: ['rota-preview', input],
    queryFn: () => client.alarms.rotas.preview.mutate(input),
    placeholderData: keepPreviousData,
    meta: showsFailures,
  });

  async function send() {
    setTried(true);
    const fields = rotaFields.safeParse({
      ...planOf(draft),
      name: draft.name,
      calendar: addressOf(draft),
      ...(rota && { id: rota.id, version: basedOn }),
    });
    const missing = calendarProblem(draft, rota);
    if (!fields.success || missing !== undefined) {
      const found = messagesOf(fields.error?.issues ?? []);
      if (missing !== undefined) found.calendar = missing;
      document.getElementById(found.name === undefined ? 'rota-calendar' : 'rota-name')?.focus();
      return setErrors(found);
    }
    if (hasProblem(draft)) return;
    try {
      await save.mutateAsync(fields.data);
    } catch (error) {
      // The notification says why; the input stays.
      return setErrors(describeFailure(error).fields);
    }
    finish();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) void send();
  }

  return (
    <Stack gap="xl">
      <section aria-labelledby="rota-days">
        <Title order={3} size="h5" id="rota-days" mb="sm">
          Next 14 days
        </Title>
        {rota?.problems.map((problem) => (
          <Text key={problem} size="sm" c="var(--mantine-color-error)" mb="xs">
            {problem}
          </Text>
        ))}
        <RotaStrip shifts={preview.data ?? []} timeZone={asked.timeZone} />
      </section>
      {mayWrite && (
        <form onSubmit={submit} noValidate aria-label={rota ? `Rota ${rota.name}` : 'New rota'}>
          <Stack gap="lg">
            <TextInput
              id="rota-name"
              label="Name"
              placeholder="Operations"
              maxLength={80}
              value={draft.name}
              error={errors.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <ZoneSelect
              label="Time zone"
              value={draft.timeZone}
              error={errors.timeZone}
              onChange={(timeZone) => change({ timeZone })}
            />
            <SegmentedControl
              aria-label="Who is on call"
              data={sources}
              value={draft.source}
              onChange={(source) => change({ source })}
            />
            {draft.source === 'turns' ? (
              <RotaTurns
                turns={draft.turns}
                people={people}
                isTried={isTried}
                onChange={(turns) => change({ turns })}
              />
            ) : (
              <RotaCalendar
                rota={rota}
                address={draft.calendar}
                problem={errors.calendar}
                onChange={(calendar) => change({ calendar })}
              />
            )}
            <RotaReplacements
              overrides={draft.overrides}
              timeZone={draft.timeZone}
              people={people}
              isTried={isTried}
              onChange={(overrides) => change({ overrides })}
            />
            {(errors.turns ?? errors.overrides) && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {errors.turns ?? errors.overrides}
              </Text>
            )}
            <Group>
              <Button type="submit" loading={save.isPending}>
                Save
              </Button>
              <Button variant="default" onClick={onDone}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
