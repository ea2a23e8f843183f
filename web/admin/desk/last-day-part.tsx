import { Skeleton, Text } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { type LastDay, messageSeries } from './answers.ts';
import css from './desk.module.css';
import { HourChart } from './hour-chart.tsx';
import { Part } from './part.tsx';

/** Polling interval of the open screen, in ms. */
const pollInterval = 60_000;

/** The last 24 hours: messages by outcome, pings and outages. */
export function LastDayPart() {
  const query = trpc.desk.lastDay.useQuery(undefined, { refetchInterval: pollInterval, meta: showsFailures });
  return (
    <Part title="Last 24 hours">
      <Loaded query={query} what="part" waiting={<Skeleton h={220} />}>
        {(day) => <Charts {...day} />}
      </Loaded>
    </Part>
  );
}

function Charts({ hours: starts, messages, pings, outages }: LastDay) {
  return (
    <div className={css.charts}>
      {messages && (
        <div>
          <HourChart
            title="Messages"
            starts={starts}
            series={messageSeries(messages.counts, 'day')}
            empty="No messages"
          />
          {!messages.isComplete && (
            <Text size="xs" c="dimmed" mt={4}>
              More messages than are counted: the numbers are too small.
            </Text>
          )}
        </div>
      )}
      {pings && (
        <HourChart
          title="Pings"
          starts={starts}
          series={[{ word: 'recorded', tone: 'good', values: pings }]}
          empty="No pings"
        />
      )}
      {outages && (
        <HourChart
          title="Outages"
          starts={starts}
          series={[{ word: 'began', tone: 'bad', values: outages }]}
          empty="No outage began"
        />
      )}
    </div>
  );
}
