import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifySuccess } from '../shell/notify.ts';
import type { Channel } from './answers.ts';

/** Sends a test with a code, and takes the code: only then a channel is proven. */
export function ChannelProof({ channel }: { channel: Channel }) {
  const utils = trpc.useUtils();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const reload = () => Promise.all([utils.alarms.invalidate(), utils.health.outages.invalidate()]);
  const test = trpc.alarms.channels.test.useMutation({
    meta: showsFailures,
    onSuccess: () => notifySuccess('Test', 'A test with a code is on its way.'),
    onError: (error) => setProblem(describeFailure(error).message),
    onSettled: reload,
  });
  const confirm = trpc.alarms.channels.confirm.useMutation({
    meta: showsFailures,
    onSuccess: () => {
      setCode('');
      notifySuccess('Proven', `${channel.name} receives alarms.`);
    },
    onError: (error) => setProblem(describeFailure(error).message),
    onSettled: reload,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(undefined);
    confirm.mutate({ id: channel.id, code });
  }
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          size="xs"
          variant="light"
          loading={test.isPending}
          aria-label={`Send a test to ${channel.name}`}
          onClick={() => {
            setProblem(undefined);
            test.mutate({ id: channel.id });
          }}
        >
          Send a test
        </Button>
        {!channel.isTested && problem !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </Group>
      {channel.isTested && (
        <form onSubmit={submit}>
          <Group gap="sm" align="flex-end">
            <TextInput
              label="Did it arrive? Enter its code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              value={code}
              error={problem}
              onChange={(event) => {
                setCode(event.currentTarget.value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" size="sm" variant="default" loading={confirm.isPending} disabled={code === ''}>
              Confirm
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}
