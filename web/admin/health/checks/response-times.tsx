import { Group, SegmentedControl, Select, Skeleton, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import { type ResponsePeriod, responsePeriods } from '../../../../contract/checks.ts';
import type { AppRouter } from '../../../../server/trpc/app-router.ts';
import { trpc } from '../../api/client.ts';
import { Bars } from '../../shell/bars.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { formatClock, formatDay } from '../../shell/time.ts';
import { useServerPolling } from '../live.ts';
import type { TaskDetail } from '../task-parts.tsx';

type Span = inferRouterOutputs<AppRouter>['checks']['responseTimes'][number];

const periods: Record<ResponsePeriod, { label: string; first: string }> = {
  day: { label: '24 hours', first: '24 hours ago' },
  month: { label: '30 days', first: '30 days ago' },
  year: { label: '12 months', first: '12 months ago' },
};

/** The response times of one check of a server as a chart; nothing before the first attempt. */
export function ResponseTimes({ checks }: { checks: TaskDetail['checks'] }) {
  const measured = checks.filter(({ checkedAt }) => checkedAt !== null);
  const [chosen, setChosen] = useState<number>();
  const [period, setPeriod] = useState<ResponsePeriod>('day');
  const check = measured.find(({ id }) => id === chosen) ?? measured.find(({ kind }) => kind === 'http') ?? measured[0];
  if (!check) return null;
  return (
    <>
      <Group gap="xs" justify="space-between">
        {measured.length === 1 ? (
          <Text size="sm">{check.address}</Text>
        ) : (
          <Select
            aria-label="Check"
            size="xs"
            flex="1 1 14rem"
            allowDeselect={false}
            value={String(check.id)}
            data={measured.map(({ id, address }) => ({ value: String(id), label: address }))}
            onChange={(id) => setChosen(Number(id))}
          />
        )}
        <SegmentedControl
          aria-label="Period"
          size="xs"
          value={period}
          data={responsePeriods.map((value) => ({ value, label: periods[value].label }))}
          onChange={setPeriod}
        />
      </Group>
      <Chart id={check.id} period={period} />
    </>
  );
}

function Chart({ id, period }: { id: number; period: ResponsePeriod }) {
  const query = trpc.checks.responseTimes.useQuery({ id, period }, useServerPolling());
  return (
    <Loaded query={query} what="response times" waiting={<Skeleton h={110} />}>
      {(spans) => (
        <Bars
          places={spans.length}
          summary={summaryOf(spans)}
          legend={{ first: periods[period].first, last: 'now', ok: 'all succeeded', failed: 'with failures' }}
          bars={spans.map((span) => {
            const height = Math.max(1, span.averageMs ?? 0);
            const isFailed = span.failures > 0;
            return {
              key: Number(new Date(span.start)),
              title: `${period === 'day' ? formatClock(span.start) : formatDay(span.start)}: ${wordsOf(span)}`,
              ok: span.attempts === 0 || isFailed ? 0 : height,
              failed: isFailed ? height : 0,
            };
          })}
        />
      )}
    </Loaded>
  );
}

function wordsOf({ averageMs, longestMs, attempts, failures }: Omit<Span, 'start'>): string {
  if (averageMs === null || longestMs === null) return 'no attempts';
  const failed = failures === 0 ? 'none' : failures.toLocaleString('en');
  return `average ${inMs(averageMs)}, longest ${inMs(longestMs)}, ${failed} of ${attempts.toLocaleString('en')} failed`;
}

/** The whole period in words. */
function summaryOf(spans: readonly Span[]): string {
  const sum = (of: (span: Span) => number) => spans.reduce((total, span) => total + of(span), 0);
  const attempts = sum((span) => span.attempts);
  return sentence(
    wordsOf({
      attempts,
      failures: sum((span) => span.failures),
      averageMs: attempts === 0 ? null : sum((span) => (span.averageMs ?? 0) * span.attempts) / attempts,
      longestMs: attempts === 0 ? null : Math.max(...spans.map(({ longestMs }) => longestMs ?? 0)),
    }),
  );
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
const inMs = (milliseconds: number) => `${Math.round(milliseconds).toLocaleString('en')} ms`;
