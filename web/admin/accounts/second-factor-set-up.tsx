import { Button, Code, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { secondFactorCode } from '../../../contract/session.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { RecoveryCodes } from './second-factor-codes.tsx';

/** The set-up of an authenticator app: the QR code, the first code, then the recovery codes. */
export default function SetUp({ onDone }: { onDone: () => void }) {
  const utils = trpc.useUtils();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, data: begun, error: notBegun } = trpc.secondFactor.begin.useMutation();
  const confirm = trpc.secondFactor.confirm.useMutation({
    meta: showsFailures,
    // The rights of the session may have changed.
    onSuccess: () => utils.invalidate(),
    onError(failed) {
      const { fields, message } = describeFailure(failed);
      setError(fields.code ?? message);
      input.current?.focus();
    },
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [mutate]);
  useEffect(() => {
    if (begun) input.current?.focus();
  }, [begun]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (confirm.isPending || !begun) return;
    const checked = secondFactorCode.safeParse(code);
    if (checked.success) confirm.mutate({ step: begun.step, code: checked.data });
    else setError(checked.error.issues[0]?.message);
  }

  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (notBegun)
    return (
      <Stack gap="md" align="flex-start">
        <Text size="sm">{describeFailure(notBegun).message}</Text>
        <Button variant="default" onClick={onDone}>
          Close
        </Button>
      </Stack>
    );
  if (!begun) return <Loader size="sm" role="status" aria-label="Loading" />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">Scan this code with an authenticator app, then enter the six digits that the app shows.</Text>
        <QrCode text={begun.address} />
        <Text size="sm">
          No camera? Enter this key instead: <Code style={{ overflowWrap: 'anywhere' }}>{inGroups(begun.secret)}</Code>
        </Text>
        <TextInput
          ref={input}
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          maw={220}
          value={code}
          error={error}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Text size="sm" c="dimmed">
          Your other sessions are signed out.
        </Text>
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** A QR code, dark on light in both themes: many cameras read no other. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label="QR code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      width={220}
      height={220}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} rx="2" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
