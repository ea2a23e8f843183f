import { Anchor, Button, Checkbox, Group, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { ParentsSelect } from '../alarms/parents-select.tsx';
import { ServerChannels } from '../alarms/server-channels.tsx';
import { trpc } from '../api/client.ts';
import { notifySaved } from '../shell/notify.ts';
import { formatLength } from '../shell/time.ts';
import { ScheduleInput } from './schedule-input.tsx';
import { StatusGroupSelect } from './status-group-select.tsx';
import type { TaskDetail } from './task-parts.tsx';
import { useSchedule } from './use-schedule.ts';

/** Maintenance windows on offer, in hours. */
const maintenanceHours = [1, 4, 24] as const;

// The size of a target for fingers (WCAG 2.2), with the text of the other fields.
const checkbox = { size: 'md', styles: { label: { fontSize: 'var(--mantine-font-size-sm)' } } } as const;

/** A server's settings for Admins: pause, maintenance, grace and run time, reminders, badge and status page. */
export function Settings({ task }: { task: TaskDetail }) {
  const utils = trpc.useUtils();
  const reload = {
    onSuccess: notifySaved,
    onSettled: () => Promise.all([utils.health.invalidate(), utils.status.groups.invalidate()]),
  };
  const pause = trpc.health.pause.useMutation(reload);
  const maintain = trpc.health.maintain.useMutation(reload);
  const save = trpc.health.save.useMutation(reload);
  const schedule = useSchedule(task.id, task.schedule);
  const { graceSeconds = task.defaultGraceSeconds, expectedRunSeconds = task.defaultExpectedRunSeconds } =
    schedule.preview ?? {};
  const [grace, setGrace] = useState(minutesOf(task.graceSeconds));
  const [run, setRun] = useState(minutesOf(task.expectedRunSeconds));
  const [reminder, setReminder] = useState(task.reminderHours);
  const [hasBadge, setHasBadge] = useState(task.badge !== null);
  const [isOnStatusPage, setIsOnStatusPage] = useState(task.isOnStatusPage);
  const [statusGroupId, setStatusGroupId] = useState(task.statusGroupId);

  const isInMaintenance = task.maintenanceUntil !== null;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={pause.isPending}
          onClick={() => pause.mutate({ id: task.id, isPaused: !task.isPaused })}
        >
          {task.isPaused ? 'Resume' : 'Pause'}
        </Button>
        {isInMaintenance ? (
          <Button
            size="xs"
            variant="default"
            loading={maintain.isPending}
            onClick={() => maintain.mutate({ clientId: task.id, window: null })}
          >
            End maintenance
          </Button>
        ) : (
          maintenanceHours.map((hours) => (
            <Button
              key={hours}
              size="xs"
              variant="default"
              loading={maintain.isPending}
              onClick={() => maintain.mutate({ clientId: task.id, window: { hours } })}
            >
              Maintenance {hours} h
            </Button>
          ))
        )}
      </Group>
      <ScheduleInput interval={task.interval} schedule={schedule} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NumberInput
          label="Grace time in minutes"
          description={`Leave empty for ${formatLength(graceSeconds * 1000)}`}
          min={0}
          max={10_080}
          value={grace}
          onChange={(value) => setGrace(value === '' ? '' : Number(value))}
        />
        <NumberInput
          label="Expected run time in minutes"
          description={`Leave empty for ${formatLength(expectedRunSeconds * 1000)}`}
          min={1}
          max={10_080}
          value={run}
          onChange={(value) => setRun(value === '' ? '' : Number(value))}
        />
        <NumberInput
          label="Hours between reminders"
          description="0 sends no reminders"
          min={0}
          max={720}
          allowDecimal={false}
          value={reminder}
          onChange={(value) => setReminder(Number(value))}
        />
      </SimpleGrid>
      <Checkbox
        {...checkbox}
        label="Public badge"
        checked={hasBadge}
        onChange={(event) => setHasBadge(event.currentTarget.checked)}
      />
      {task.badge !== null && (
        <Anchor size="sm" href={`/serverhealthbadge/${task.badge}.svg`} target="_blank" rel="noopener">
          {location.origin}/serverhealthbadge/{task.badge}.svg
        </Anchor>
      )}
      <Checkbox
        {...checkbox}
        label="On the public status page"
        checked={isOnStatusPage}
        onChange={(event) => setIsOnStatusPage(event.currentTarget.checked)}
      />
      <ServerChannels clientId={task.id} />
      <ParentsSelect clientId={task.id} parents={task.parents} />
      {isOnStatusPage && <StatusGroupSelect value={statusGroupId} onChange={setStatusGroupId} />}
      <Group>
        <Button
          size="sm"
          loading={save.isPending}
          onClick={() => {
            const chosen = schedule.read();
            if (chosen)
              save.mutate({
                clientId: task.id,
                schedule: chosen,
                graceSeconds: secondsOf(grace),
                expectedRunSeconds: secondsOf(run),
                reminderHours: reminder,
                hasBadge,
                isOnStatusPage,
                statusGroupId,
              });
          }}
        >
          Save
        </Button>
      </Group>
    </Stack>
  );
}

/** A duration in the form: empty for the default. */
function minutesOf(seconds: number | null): number | '' {
  return seconds === null ? '' : seconds / 60;
}

function secondsOf(minutes: number | ''): number | null {
  return minutes === '' ? null : Math.round(minutes * 60);
}
