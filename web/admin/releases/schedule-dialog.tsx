import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { client, trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { Dialog } from '../shell/dialog.tsx';
import { notifySuccess } from '../shell/notify.ts';
import type { Instant } from '../shell/time.ts';
import { ZoneSelect } from '../shell/zone-select.tsx';
import { localPartsOf, nextMorning } from './local-time.ts';
import { useTimeInWords } from './use-time-in-words.ts';

// Contains rules of the public page: loaded with the first dialog.
const ScheduledProblems = lazy(async () => {
  const checks = await import('../checks/release-checks.tsx');
  return { default: checks.ScheduledProblems };
});

interface Scheduled {
  id: number;
  name: string;
  publishAt: Instant | null;
  timeZone: string;
}

interface Props {
  release: Scheduled;
  isOpen: boolean;
  onClose: () => void;
}

/** Sets the time at which a release is published. */
export function ScheduleDialog({ release, isOpen, onClose }: Props) {
  const title = release.publishAt ? 'Change the time' : 'Schedule';
  const zone = useOfficeZone(isOpen);
  return (
    <Dialog title={`${title}: ${release.name}`} isOpen={isOpen} onClose={onClose}>
      {zone && <ScheduleForm release={release} zone={zone} onClose={onClose} />}
    </Dialog>
  );
}

/** The company's time zone; the browser's while the company has not chosen one. */
function useOfficeZone(isAsked: boolean): string | undefined {
  const { data, isError } = useQuery({
    queryKey: ['office-zone'],
    queryFn: async () => (await client.company.heading.list.query({})).find(({ isActive }) => isActive)?.timeZone ?? '',
    enabled: isAsked,
  });
  if (data === undefined && !isError) return undefined;
  return data === undefined || data === '' || data === 'UTC' ? Intl.DateTimeFormat().resolvedOptions().timeZone : data;
}

function ScheduleForm({ release, zone, onClose }: { release: Scheduled; zone: string; onClose: () => void }) {
  const utils = trpc.useUtils();
  const { publishAt } = release;
  const [timeZone, setTimeZone] = useState(publishAt ? release.timeZone : zone);
  const [parts, setParts] = useState(() =>
    publishAt ? localPartsOf(new Date(publishAt), release.timeZone) : nextMorning(new Date(), zone),
  );
  const typed = parts.date && parts.time ? { publishAt: `${parts.date}T${parts.time}`, timeZone } : null;
  const { words, note, error } = useTimeInWords(typed);
  const [refusal, setRefusal] = useState<string>();
  const schedule = trpc.releases.schedule.useMutation({
    onSuccess: ({ words: stored }) => {
      notifySuccess('Scheduled', `“${release.name}” goes live ${stored}.`);
      onClose();
    },
    onError: (failed) => setRefusal(describeFailure(failed).message),
    onSettled: () => utils.releases.invalidate(),
    meta: { showsFailures: true },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setRefusal(undefined);
    if (typed) schedule.mutate({ id: release.id, ...typed });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Group gap="sm" grow>
          <TextInput
            type="date"
            label="Date"
            data-autofocus
            // The form can come after the dialog.
            autoFocus
            value={parts.date}
            onChange={(event) => setParts({ ...parts, date: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="Time"
            value={parts.time}
            onChange={(event) => setParts({ ...parts, time: event.currentTarget.value })}
          />
        </Group>
        <ZoneSelect label="Time zone" also={[zone]} value={timeZone} onChange={setTimeZone} />
        <div role="status" style={{ minHeight: '3rem' }}>
          {!typed && <Text size="sm">Choose a date and a time.</Text>}
          {typed && words && (
            <Text size="sm">
              Goes live <strong>{words}</strong>.
            </Text>
          )}
          {typed && note && (
            <Text size="sm" mt={4}>
              {note}
            </Text>
          )}
          {typed && error && (
            <Text size="sm" c="var(--mantine-color-error)">
              {error}.
            </Text>
          )}
        </div>
        <Suspense>
          <ScheduledProblems release={release} onLeave={onClose} />
        </Suspense>
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="plum" disabled={!typed || error !== undefined} loading={schedule.isPending}>
            Schedule
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
