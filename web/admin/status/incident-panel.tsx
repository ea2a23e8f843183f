import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { incidentLabels } from '../../../contract/status.ts';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { formatDateTime, formatExactTime } from '../shell/time.ts';
import type { Incident } from './answers.ts';
import { IncidentForm } from './incident-form.tsx';
import css from './status.module.css';

interface Props {
  /** Undefined for a new one. */
  incident: Incident | undefined;
  onDone: () => void;
}

/** An incident: its form for people who may write, and its updates. */
export function IncidentPanel({ incident, onDone }: Props) {
  const mayWrite = userMay('health:write');
  return (
    <Stack gap="xl">
      {mayWrite && <IncidentForm incident={incident} onDone={onDone} />}
      {incident && incident.updates.length > 0 && <Updates updates={incident.updates} />}
      {mayWrite && incident?.isDraft && <Discard incident={incident} onDone={onDone} />}
    </Stack>
  );
}

function Updates({ updates }: Pick<Incident, 'updates'>) {
  return (
    <section aria-labelledby="updates">
      <Title order={3} size="h5" mb="sm" id="updates">
        Updates
      </Title>
      <ol className={css.updates}>
        {updates.map(({ id, state, text, at }) => (
          <li key={id}>
            <Text size="sm" component="p">
              <strong>{incidentLabels[state]}</strong>{' '}
              <Text span size="xs" c="dimmed" title={formatExactTime(at)}>
                {formatDateTime(at)}
              </Text>
            </Text>
            <Text size="sm" component="p" dir="auto">
              {text}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Discard({ incident, onDone }: { incident: Incident; onDone: () => void }) {
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const discard = trpc.status.discard.useMutation({
    onSuccess() {
      notifySuccess('Discarded', 'No draft is made again for this outage.');
      onDone();
    },
    onSettled: () => utils.status.incidents.invalidate(),
  });
  async function ask() {
    const message = `Discard the draft “${incident.title}”? Visitors have not seen it.`;
    if (await confirm({ message, action: 'Discard' })) discard.mutate({ id: incident.id });
  }
  return (
    <Group>
      <Button variant="subtle" color="red" loading={discard.isPending} onClick={() => void ask()}>
        Discard this draft
      </Button>
    </Group>
  );
}
