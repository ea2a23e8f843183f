import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { userMay } from '../accounts/store.ts';
import { ChannelLine } from '../alarms/channel-line.tsx';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { notifySuccess, notifyWentWrong } from '../shell/notify.ts';

type Recipients = inferRouterOutputs<AppRouter>['health']['outages']['recipients'];

/** Who would be notified of an outage, with a warning when that is nobody, and the test alarm. */
export function RecipientList({ id, recipients }: { id: number; recipients: Recipients }) {
  const { contacts, channels, mail, warning } = recipients;
  return (
    <>
      {warning !== null && (
        <Alert color="red" title={warning === 'nobody' ? 'Nobody would be notified' : 'Nobody would be reached'}>
          {warning === 'nobody'
            ? 'Link the server to a client with active contacts in Client Detail, choose channels in its settings, or set up mail.'
            : 'Each contact and channel has a problem. Correct them in Twilio Client Contact and Channels.'}
        </Alert>
      )}
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {contacts.map(({ id: contact, name, number, problem, hasSms, channels: further }) => (
          <li key={contact}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            {hasSms && !further.some(({ kind }) => kind === 'sms') && (
              <Text size="xs" c="dimmed">
                SMS to {number}
              </Text>
            )}
            {further.map((channel) => (
              <ChannelLine key={channel.id} channel={channel} />
            ))}
            {problem !== null && (
              <Text size="xs" c="var(--mantine-color-error)">
                {problem}
              </Text>
            )}
          </li>
        ))}
        {channels.map((channel) => (
          <li key={channel.id}>
            <Text size="sm" fw={600}>
              {channel.name}
            </Text>
            <ChannelLine channel={channel} />
          </li>
        ))}
        {mail !== null && (
          <li>
            <Text size="sm" fw={600}>
              The company
            </Text>
            <Text size="xs" c="dimmed">
              Mail to {mail}
            </Text>
          </li>
        )}
      </Stack>
      <Group gap="sm">
        {userMay('telephony:send') && warning !== 'nobody' && <TestAlarm id={id} />}
        <Anchor component={Link} to="/admin/twilioclientcontact" size="sm" py={4}>
          Twilio Client Contact
        </Anchor>
      </Group>
    </>
  );
}

function TestAlarm({ id }: { id: number }) {
  const confirm = useConfirm();
  const send = trpc.health.testAlarm.useMutation({
    meta: showsFailures,
    onSuccess: ({ messages, deliveries, mails }) => {
      const others = deliveries === 0 ? '' : `, ${deliveries} on other channels`;
      notifySuccess(
        'Test alarm',
        `${messages} SMS${others} and ${mails === 1 ? '1 mail' : `${mails} mails`} are on their way.`,
      );
    },
    onError: (error) => notifyWentWrong(describeFailure(error).message),
  });
  return (
    <Button
      size="xs"
      variant="light"
      loading={send.isPending}
      onClick={() => {
        void confirm({
          message: 'Send a test alarm?',
          subject: 'Everyone in this list gets a message that is marked as a test.',
          action: 'Send',
          color: 'teal',
        }).then((isConfirmed) => {
          if (isConfirmed) send.mutate({ id, requestId: crypto.randomUUID() });
        });
      }}
    >
      Send test alarm
    </Button>
  );
}
