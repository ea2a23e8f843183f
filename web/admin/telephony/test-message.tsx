import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { countSegments, maxMessageLength } from '../../../contract/sms-segments.ts';
import { messageText } from '../../../contract/telephony.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { newKey } from '../api/new-key.ts';
import { showsFailures } from '../api/query-client.ts';
import { limited } from '../fields/limit.tsx';
import { notifyFailedSave } from '../shell/notify.ts';
import { usePanelIsOpen } from '../shell/panel.tsx';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';
import { DeliveryReportsHint } from './delivery-reports-hint.tsx';

/** Polling interval of an unfinished message's status, in ms. */
const pollInterval = 1500;

/** Sends a text to one contact and shows the delivery status. */
export function TestMessage({ contactId, number }: { contactId: number; number: string }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  // Identifies the message: a second click or a repeated request sends it once only.
  const [requestId, setRequestId] = useState(newKey);
  const usage = trpc.telephony.contacts.testUsage.useQuery({ contactId });
  const send = trpc.telephony.contacts.sendTest.useMutation({
    meta: showsFailures,
    onSuccess: () => setRequestId(newKey()),
    onSettled: () => usage.refetch(),
    onError(failed) {
      const failure = describeFailure(failed);
      if (failure.fields.text) setError(failure.fields.text);
      else notifyFailedSave(failure.httpStatus, failure.message);
    },
  });
  const isOpen = usePanelIsOpen();
  useUnsavedQuestion(() => isOpen && text !== '' && text.trim() !== send.variables?.text);
  const { encoding, units, segments } = countSegments(text.trim());
  const parts = segments === 1 ? '1 segment' : `${segments} segments`;
  const hint = `${units} characters in ${encoding}: ${parts}, each billed as one message`;

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = messageText.safeParse(text);
    setError(checked.error?.issues[0]?.message);
    if (checked.success && !send.isPending) send.mutate({ contactId, text: checked.data, requestId });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">To {number}</Text>
        <Textarea
          label="Message"
          {...limited({
            info: { label: 'Message', maxLength: maxMessageLength, hint },
            text,
            error,
          })}
          autosize
          minRows={4}
          maxRows={12}
          readOnly={send.isPending}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {usage.data && (
          <Text size="sm" c={usage.data.used >= usage.data.limit ? 'var(--mantine-color-error)' : 'dimmed'}>
            {usage.data.used} of {usage.data.limit} test messages used today. The count starts again at 00:00 UTC.
          </Text>
        )}
        <Group>
          <Button type="submit" loading={send.isPending}>
            Send
          </Button>
        </Group>
        {send.data && <Progress id={send.data.id} />}
        <DeliveryReportsHint />
      </Stack>
    </form>
  );
}

function Progress({ id }: { id: number }) {
  const { data } = trpc.telephony.log.progress.useQuery(
    { id },
    { refetchInterval: (query) => (query.state.data?.isFinal ? false : pollInterval) },
  );
  if (!data) return null;
  const { reason } = data;
  return (
    <Alert color={reason ? 'red' : 'ink'} title={`Status: ${data.status}`} role="status">
      {reason !== null
        ? reason
        : data.isAccepted
          ? 'Twilio has accepted the message.'
          : 'Sending the message to Twilio.'}
    </Alert>
  );
}
