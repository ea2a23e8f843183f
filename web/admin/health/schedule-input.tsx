import { Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type CheckInterval, checkIntervalLabels } from '../../../contract/clients.ts';
import { maxPeriodSeconds } from '../../../contract/health-schedule.ts';
import { ZoneSelect } from '../shell/zone-select.tsx';
import { ScheduleTimes } from './schedule-times.tsx';
import { scheduleInputId, type useSchedule } from './use-schedule.ts';

const kinds = [
  { value: 'interval', label: 'Interval' },
  { value: 'period', label: 'Minutes' },
  { value: 'cron', label: 'Cron' },
] as const;

interface Props {
  interval: CheckInterval;
  schedule: ReturnType<typeof useSchedule>;
}

/** When a server is expected to ping: its client's interval, every so many minutes, or a cron expression, with the next times. */
export function ScheduleInput({ interval, schedule: { draft, change, preview, problem } }: Props) {
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600} id="schedule-kind">
          Expected pings
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby="schedule-kind"
          data={[...kinds]}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
        />
      </Group>
      {draft.kind === 'interval' && (
        <Text size="sm">
          The Check Interval of the client: <strong>{checkIntervalLabels[interval]}</strong>
        </Text>
      )}
      {draft.kind === 'period' && (
        <NumberInput
          id={scheduleInputId}
          label="Minutes between two pings"
          min={1}
          max={maxPeriodSeconds / 60}
          value={draft.minutes}
          error={problem}
          onChange={(minutes) => change({ minutes: minutes === '' ? '' : Number(minutes) })}
        />
      )}
      {draft.kind === 'cron' && (
        <>
          <TextInput
            id={scheduleInputId}
            label="Cron expression"
            description="Minute, hour, day of the month, month, day of the week"
            placeholder="0 3 * * 1-5"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            spellCheck={false}
            value={draft.expression}
            error={problem}
            onChange={(event) => change({ expression: event.currentTarget.value })}
          />
          <ZoneSelect label="Time zone" value={draft.timeZone} onChange={(timeZone) => change({ timeZone })} />
        </>
      )}
      {preview && <ScheduleTimes times={preview.times} timeZone={draft.kind === 'cron' ? draft.timeZone : undefined} />}
    </Stack>
  );
}
