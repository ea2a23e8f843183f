import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { readableAction } from '../audit/labels.ts';
import { statusLabels } from '../health/status.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { formatDateTime, formatExactTime, formatRelative, type Instant } from '../shell/time.ts';
import type { Changes } from './answers.ts';
import css from './desk.module.css';
import { Part } from './part.tsx';
import { useVisit } from './use-visit.ts';

const actionWords = { create: 'added', save: 'changed', delete: 'deleted', reorder: 'moved' } as const;

/** What has changed since the user's last visit. */
export function ChangesPart() {
  const { since, isKnown } = useVisit();
  const query = trpc.desk.changes.useQuery(
    // Without the time of the last visit the last day is shown.
    { since: since?.toISOString() ?? null },
    { enabled: isKnown, meta: showsFailures },
  );
  return (
    <Part
      title={since === null ? 'Changes of the last day' : 'Since your last visit'}
      note={
        since !== null && (
          <Text size="xs" c="dimmed" component="span">
            {formatDateTime(since)}
          </Text>
        )
      }
    >
      <Loaded query={query} what="part" waiting={<Skeleton h={140} />}>
        {(changes) => <Lists {...changes} now={new Date()} />}
      </Loaded>
    </Part>
  );
}

function Lists({ page, servers, people, now }: Changes & { now: Instant }) {
  return (
    <div className={css.lists}>
      {page && (
        <List title="Page" {...page} link={{ to: '/admin/history', label: 'History' }} now={now}>
          {({ id, at, title, record, action, userName }) => ({
            key: id,
            at,
            name: title || record,
            text: `${title === '' ? '' : `${record} `}${actionWords[action]} by ${userName || 'Vitrine'}`,
          })}
        </List>
      )}
      {servers && (
        <List title="Servers" {...servers} link={{ to: '/admin/schedule-tasks', label: 'Schedule Tasks' }} now={now}>
          {({ id, at, name, status, previous }) => ({
            key: `${id} ${at} ${status}`,
            at,
            name,
            to: `/admin/schedule-tasks/${id}`,
            text: `${statusLabels[previous]} → ${statusLabels[status]}`,
          })}
        </List>
      )}
      {people && (
        <List title="Users" {...people} link={{ to: '/admin/users', label: 'Users' }} now={now}>
          {({ id, at, action, recordName: name, userName }) => ({
            key: id,
            at,
            name: name || readableAction(action),
            text: `${name === '' ? '' : `${readableAction(action)}, `}by ${userName || 'the machine'}`,
          })}
        </List>
      )}
    </div>
  );
}

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  count: number;
  isCountExact: boolean;
  link: { to: string; label: string };
  now: Instant;
  children: (row: Row) => { key: string | number; at: Instant; name: string; text: ReactNode; to?: string };
}

/** The newest changes of a kind, and the place that has all. */
function List<Row>({ title, rows, count, isCountExact, link, now, children }: ListProps<Row>) {
  const more = count - rows.length;
  return (
    <div className={css.card}>
      <div className={css.cardHeading}>
        <Text component="h3" size="sm" fw={600} m={0}>
          {title}
        </Text>
        <Anchor component={Link} to={link.to} size="sm" className={css.link}>
          {link.label}
        </Anchor>
      </div>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No changes
        </Text>
      ) : (
        <ul className={css.changes}>
          {rows.map((row) => {
            const { key, at, name, text, to } = children(row);
            return (
              <li key={key}>
                <Text size="sm" fw={500} className={css.name}>
                  {to ? (
                    <Anchor component={Link} to={to} inherit>
                      {name}
                    </Anchor>
                  ) : (
                    name
                  )}
                </Text>
                <Text size="xs" c="dimmed">
                  {text} · <time title={formatExactTime(at)}>{formatRelative(at, now)}</time>
                </Text>
              </li>
            );
          })}
        </ul>
      )}
      {more > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          and {isCountExact ? '' : 'more than '}
          {more.toLocaleString('en')} more
        </Text>
      )}
    </div>
  );
}
