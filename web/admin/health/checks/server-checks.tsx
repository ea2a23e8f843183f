import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { userMay } from '../../accounts/store.ts';
import { trpc } from '../../api/client.ts';
import { Panel } from '../../shell/panel.tsx';
import { CheckList } from '../check-list.tsx';
import type { TaskDetail } from '../task-parts.tsx';
import { CheckForm } from './check-form.tsx';

/** The checks of a server; people who may change servers add and change them in a panel. */
export function ServerChecks({ task: { id, checks, now } }: { task: TaskDetail }) {
  const mayWrite = userMay('health:write');
  const settings = trpc.checks.ofServer.useQuery({ clientId: id }, { enabled: mayWrite });
  const [open, setOpen] = useState<number | 'new'>();
  const check = settings.data?.find((one) => one.id === open);
  return (
    <Stack gap="md" align="stretch">
      {checks.length === 0 ? (
        <Text size="sm" c="dimmed">
          Beside pings, the product can look for itself: at a page, a port, a certificate or a DNS record.
        </Text>
      ) : (
        <CheckList checks={checks} now={now} {...(mayWrite && { onOpen: setOpen })} />
      )}
      {mayWrite && (
        <>
          <div>
            <Button size="xs" variant="default" id="new-check" onClick={() => setOpen('new')}>
              Add check
            </Button>
          </div>
          <Panel
            title={open === 'new' ? 'New check' : 'Check'}
            isOpen={open === 'new' || check !== undefined}
            opener={open === 'new' ? 'new-check' : `check-row-${open}`}
            onClose={() => setOpen(undefined)}
          >
            <CheckForm key={open} clientId={id} check={check} onDone={() => setOpen(undefined)} />
          </Panel>
        </>
      )}
    </Stack>
  );
}
