import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type HealthSchedule, healthSchedule } from '../../../contract/health-schedule.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';

/** The id of the input that a problem belongs to. */
export const scheduleInputId = 'schedule-value';

/** How long the preview waits for the next key. */
const pauseMs = 300;

/** A schedule while a person edits it: the inputs of every kind keep their content. */
interface ScheduleDraft {
  kind: HealthSchedule['kind'];
  /** May be a fraction. */
  minutes: number | '';
  expression: string;
  timeZone: string;
}

function draftOf(schedule: HealthSchedule): ScheduleDraft {
  return {
    kind: schedule.kind,
    minutes: schedule.kind === 'period' ? schedule.seconds / 60 : 5,
    expression: schedule.kind === 'cron' ? schedule.expression : '',
    timeZone: schedule.kind === 'cron' ? schedule.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

function readDraft({ kind, minutes, expression, timeZone }: ScheduleDraft) {
  if (kind === 'interval') return healthSchedule.safeParse({ kind });
  return healthSchedule.safeParse(
    kind === 'period'
      ? { kind, seconds: minutes === '' ? null : Math.round(minutes * 60) }
      : { kind, expression, timeZone },
  );
}

/** A server's schedule in the settings: its draft, the next times, and the problem of the draft in words. */
export function useSchedule(clientId: number, stored: HealthSchedule) {
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [isTried, setIsTried] = useState(false);
  const [asked] = useDebouncedValue(draft, pauseMs);
  const { data: schedule = { kind: 'interval' as const }, error } = readDraft(asked);
  const preview = trpc.health.previewSchedule.useQuery(
    { clientId, schedule },
    { enabled: !error, meta: showsFailures, placeholderData: keepPreviousData },
  );
  const problem = error?.issues[0]?.message ?? (preview.error ? describeFailure(preview.error).message : undefined);
  const isUntouched = draft.kind === 'cron' && draft.expression === '' && !isTried;
  return {
    draft,
    change: (part: Partial<ScheduleDraft>) => setDraft({ ...draft, ...part }),
    preview: problem === undefined ? preview.data : undefined,
    problem: isUntouched ? undefined : problem,
    /** The schedule to save; undefined with a problem, whose input then has the focus. */
    read(): HealthSchedule | undefined {
      setIsTried(true);
      const { data } = readDraft(draft);
      if (data === undefined) document.getElementById(scheduleInputId)?.focus();
      return data;
    },
  };
}
