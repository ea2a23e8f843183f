import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { useServerPolling } from '../health/live.ts';
import { useIncidentActions } from './use-incident-actions.ts';

/** The open incident of a server, with a button to acknowledge it. */
export function ServerIncident({ clientId }: { clientId: number }) {
  const { data } = trpc.alarms.policies.ofServer.useQuery({ clientId }, useServerPolling());
  const { acknowledge } = useIncidentActions();
  const incident = data?.incident;
  if (!incident) return null;
  const { id, acknowledgedBy } = incident;
  return (
    <Alert color={acknowledgedBy === null ? 'red' : 'blue'}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          <Anchor component={Link} to={`/admin/incidents/${id}`} size="sm" fw={600} mih={24} display="inline-block">
            Incident {id}
          </Anchor>{' '}
          {acknowledgedBy === null
            ? 'is open, and nobody has acknowledged it.'
            : `is open. ${acknowledgedBy} takes care of it.`}
        </Text>
        {acknowledgedBy === null && userMay('health:write') && (
          <Button size="xs" loading={acknowledge.isPending} onClick={() => acknowledge.mutate({ id })}>
            Acknowledge
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** When the recipients of a server are notified. */
export function ServerPolicy({ clientId }: { clientId: number }) {
  const { data } = trpc.alarms.policies.ofServer.useQuery({ clientId }, useServerPolling());
  if (!data) return null;
  return (
    <Text size="sm" c="dimmed">
      {data.policy === null
        ? 'Everyone at once: no policy applies to this server.'
        : `The policy ${data.policy.name} says who is notified when. Its contacts and channels:`}
    </Text>
  );
}
