import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { formatDateTime, formatLongDay, type Instant } from '../shell/time.ts';
import { messageSeries, type OwnMessages } from './answers.ts';
import { HourChart } from './hour-chart.tsx';
import own from './overview.module.css';
import { Part } from './part.tsx';

/** Whether the client's messages of the last days have arrived. */
export function OwnMessagesPart() {
  const midnight = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
  const query = trpc.desk.ownMessages.useQuery({ midnight }, { meta: showsFailures });
  return (
    <Part
      title="My messages"
      note={
        <Anchor component={Link} to="/admin/twilio-log" size="sm" py={4}>
          All messages
        </Anchor>
      }
    >
      <Loaded query={query} what="part" waiting={<Skeleton h={200} />}>
        {(messages) => <Messages {...messages} />}
      </Loaded>
    </Part>
  );
}

function Messages({ starts, counts, isComplete, lastFailed }: OwnMessages) {
  const dayOf = (start: Instant) => formatLongDay(start, new Date());
  return (
    <>
      <HourChart
        title="Last 7 days"
        starts={starts}
        nameOf={dayOf}
        ends={{ first: `${starts.length - 1} days ago`, last: 'today' }}
        series={messageSeries(counts, 'week')}
        empty="No messages"
      />
      {!isComplete && (
        <Text size="xs" c="dimmed" mt={4}>
          More messages than are counted: the numbers are too small.
        </Text>
      )}
      {lastFailed && (
        <div className={own.failed}>
          <Text size="sm" fw={600}>
            Last one that did not arrive
          </Text>
          <Text size="sm">
            To {lastFailed.name}, {formatDateTime(lastFailed.at)}
          </Text>
          <Text size="sm" c="dimmed">
            {lastFailed.reason}
          </Text>
          <Anchor href={`#/admin/twilio-log/${lastFailed.id}`} size="sm" className={own.name}>
            What happened to it
          </Anchor>
        </div>
      )}
    </>
  );
}
