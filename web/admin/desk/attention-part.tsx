import { Alert, Anchor, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { formatClock, formatDateTime, formatExactTime } from '../shell/time.ts';
import type { Attention } from './answers.ts';
import { type Line, lineOf } from './attention-words.ts';
import css from './desk.module.css';
import { Part } from './part.tsx';
import { SeenButton } from './seen-button.tsx';

/** Polling interval of the open screen, in ms. */
const pollInterval = 30_000;

const sourceNames: Record<Attention['failed'][number], string> = {
  servers: 'servers',
  blind: 'downtimes of this product',
  watchdog: 'the watchdog',
  channels: 'channels',
  accounts: 'SMS accounts',
  boards: 'boards',
  jobs: 'jobs',
  inbox: 'the inbox',
  disk: 'the disk',
  backup: 'backups',
  certificate: 'the TLS certificate',
  tokens: 'API tokens',
};

/** What needs the user now, each with the place that mends it. */
export function AttentionPart() {
  const query = trpc.desk.attention.useQuery(undefined, { refetchInterval: pollInterval, meta: showsFailures });
  const { data, isRefetchError } = query;
  const checked = data && (
    <Text size="xs" c="dimmed" component="span" title={formatExactTime(data.checkedAt)}>
      {isRefetchError ? 'The last check failed. This is the state of ' : 'Checked at '}
      {formatClock(data.checkedAt)}
    </Text>
  );
  return (
    <Part title="Needs you now" note={checked}>
      <Loaded query={query} what="part" waiting={<Skeleton h={72} />}>
        {(attention) => <Items {...attention} />}
      </Loaded>
    </Part>
  );
}

function Items({ items, failed, checkedAt }: Attention) {
  const lines = items.map((item) => lineOf(item, checkedAt, { mayPrivacy: userMay('privacy') }));
  return (
    <>
      {failed.length > 0 && (
        <Alert color="red" title="Not everything could be checked" mb="sm" role="status">
          <Text size="sm">
            No answer about {new Intl.ListFormat('en').format(failed.map((name) => sourceNames[name]))}. The screen
            keeps trying.
          </Text>
        </Alert>
      )}
      {lines.length > 0 && (
        <ul className={css.items} aria-label="Needs you now">
          {lines.map((line) => (
            <Item key={line.key} line={line} />
          ))}
        </ul>
      )}
      {lines.length === 0 && failed.length === 0 && (
        <div className={css.well}>
          <IconCircleCheck size={28} stroke={1.6} aria-hidden="true" />
          <div>
            <Text fw={600}>All is well</Text>
            <Text size="sm" c="dimmed">
              Nothing needs you. Last check: {formatDateTime(checkedAt)}.
            </Text>
          </div>
        </div>
      )}
    </>
  );
}

function Item({ line: { title, text, warning, link, urgency, blindTimeId } }: { line: Line }) {
  const Icon = urgency === 'now' ? IconAlertTriangle : IconClockExclamation;
  return (
    <li className={css.item} data-urgency={urgency}>
      <Icon size={20} stroke={1.75} aria-hidden="true" className={css.icon} />
      <div className={css.words}>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {warning && (
          <Text size="sm" c="var(--mantine-color-error)">
            {warning}
          </Text>
        )}
      </div>
      {blindTimeId !== undefined && <SeenButton id={blindTimeId} title={title} />}
      {link && (
        <Anchor href={`#${link.to}`} size="sm" className={css.link} aria-label={`${link.label}: ${title}`}>
          {link.label}
        </Anchor>
      )}
    </li>
  );
}
