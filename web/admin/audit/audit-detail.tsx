import { Alert, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { formatTimestamp } from '../shell/time.ts';
import css from './audit.module.css';
import { outcomeLabels, readableName } from './labels.ts';
import { RecordName } from './record-name.tsx';

type Entry = inferRouterOutputs<AppRouter>['audit']['detail'];

/** One audit entry with old and new values. */
export function AuditDetail({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const isOpen = id !== undefined;
  const query = trpc.audit.detail.useQuery({ id: id ?? 1 }, { enabled: isOpen });
  return (
    <Panel title="Audit Entry" isOpen={isOpen} onClose={onClose} opener={`audit-${id}`} isWide>
      <Loaded query={query} what="entry" waiting={<Skeleton h={240} />}>
        {(entry) => <Detail entry={entry} />}
      </Loaded>
    </Panel>
  );
}

function Detail({ entry }: { entry: Entry }) {
  const facts = [
    ['When', formatTimestamp(entry.at)],
    ['User', entry.userName === '' ? 'Not signed in' : `${entry.userName} (${entry.role})`],
    ['Address', entry.ip],
    ['Action', entry.action],
    ['Record', <RecordName key="record" entry={entry} hasId />],
    ['Request id', entry.requestId],
  ] as const;
  return (
    <Stack gap="md">
      {entry.outcome !== 'done' && <Outcome outcome={entry.outcome} />}
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {entry.changes.length === 0 ? (
        <Text size="sm" c="dimmed">
          No field values were recorded for this action.
        </Text>
      ) : (
        <Changes changes={entry.changes} />
      )}
    </Stack>
  );
}

function Outcome({ outcome }: { outcome: 'begun' | 'failed' }) {
  return (
    <Alert color={outcome === 'failed' ? 'red' : 'amber'} title={outcomeLabels[outcome]}>
      <Text size="sm">
        {outcome === 'failed'
          ? 'The server failed during this action, which may be partly done. The server log has the error under the request id.'
          : 'The action is still running, or the process ended before it recorded the outcome.'}
      </Text>
    </Alert>
  );
}

function Changes({ changes }: { changes: Entry['changes'] }) {
  return (
    <Table verticalSpacing="xs" className={css.changes}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, from, to }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{readableName(field)}</Table.Th>
            {from === undefined && to === undefined ? (
              <Table.Td colSpan={2}>
                <Text size="sm" c="dimmed">
                  Values of this field are not recorded.
                </Text>
              </Table.Td>
            ) : (
              <>
                <Table.Td className={css.before}>{from}</Table.Td>
                <Table.Td>{to}</Table.Td>
              </>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
