import { Button, Divider, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { credentials, secondFactorCode } from '../../../contract/session.ts';
import { backgroundClient, trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { PasswordField } from '../shell/password-field.tsx';
import { layers } from '../theme.ts';
import PasskeyButton from './passkey-button.tsx';
import type { ProofQuestion } from './proof.ts';
import { ProviderProof } from './provider-proof.tsx';
import { CodeInput } from './second-factor-input.tsx';
import { currentSession } from './store.ts';
import { usePasskeysPossible } from './use-passkeys-possible.ts';

/** Asks for a passkey or the password before credentials, users or tokens change; the call that was refused then goes on. */
export default function ProofBox({ question }: { question: ProofQuestion | null }) {
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      centered
      size="sm"
      zIndex={layers.signIn}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      {question && <ProofForm {...question} />}
    </Modal>
  );
}

function ProofForm({ answer }: ProofQuestion) {
  // The account screen below keeps an answer, which may be old.
  const { data: proofs } = trpc.session.proofs.useQuery(undefined, { meta: showsFailures, refetchOnMount: 'always' });
  const [values, setValues] = useState({ password: '', code: '' });
  const [errors, setErrors] = useState<Readonly<Partial<Record<keyof typeof values, string>>>>({});
  const [isPending, setPending] = useState(false);
  const needsCode = proofs?.code ?? false;
  const hasPasskey = usePasskeysPossible() && (proofs?.passkey ?? false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const { password, code } = values;
    const problems = {
      ...messageFor('password', credentials.shape.password.safeParse(password).error),
      ...(needsCode && messageFor('code', secondFactorCode.safeParse(code).error)),
    };
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    setPending(true);
    try {
      await backgroundClient.session.prove.mutate({ password, ...(needsCode && { code }) });
      answer(true);
    } catch (failed) {
      const { fields, message } = describeFailure(failed);
      setErrors(fields.password === undefined && fields.code === undefined ? { password: message } : fields);
      setPending(false);
    }
  }

  const change = (name: keyof typeof values) => (text: string) => {
    setValues((before) => ({ ...before, [name]: text }));
    setErrors({});
  };

  async function usePasskey() {
    const [{ askForPasskey }, { step, options }] = await Promise.all([
      import('./passkey-prompt.ts'),
      backgroundClient.passkeys.beginProof.mutate(),
    ]);
    await backgroundClient.passkeys.prove.mutate({ step, assertion: await askForPasskey(options) });
    answer(true);
  }
  const passkey = hasPasskey && <PasskeyButton label="Use a passkey" isMain onUse={usePasskey} />;

  if (proofs?.password === false) {
    const { provider } = proofs;
    return (
      <Stack gap="md">
        <Modal.Title fw={650}>Confirm that it is you</Modal.Title>
        <Text size="sm">
          {hasPasskey ? 'This change concerns the security of an account.' : withoutPassword(provider)}
        </Text>
        {passkey}
        {provider === null ? (
          <Group>
            <Button variant="default" onClick={() => answer(false)}>
              {hasPasskey ? 'Cancel' : 'Close'}
            </Button>
          </Group>
        ) : (
          <ProviderProof name={provider} needsCode={needsCode} hasApp={proofs.app} onCancel={() => answer(false)} />
        )}
      </Stack>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Modal.Title fw={650}>Confirm that it is you</Modal.Title>
        <Text size="sm">
          This change concerns the security of an account. {hasPasskey ? 'Use a passkey, or enter' : 'Enter'} your
          password to go on.
        </Text>
        {hasPasskey && (
          <>
            {passkey}
            <Divider label="or" />
          </>
        )}
        <TextInput label="User name" value={currentSession()?.userName ?? ''} readOnly autoComplete="username" />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={values.password}
          error={errors.password}
          onChange={(event) => change('password')(event.currentTarget.value)}
        />
        {needsCode && (
          <CodeInput hasApp={proofs?.app ?? true} code={values.code} error={errors.code} onChange={change('code')} />
        )}
        <Group justify="space-between">
          <Button type="submit" variant={hasPasskey ? 'default' : 'filled'} loading={isPending}>
            Confirm
          </Button>
          <Button variant="subtle" onClick={() => answer(false)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function withoutPassword(provider: string | null): string {
  if (provider === null) return 'You have no password. Sign in again, then make the change within ten minutes.';
  return `This change concerns the security of an account. Sign in at ${provider} again, then make the change within ten minutes.`;
}

/** The first message of a field's check, by its name. */
function messageFor(name: string, error: { issues: { message: string }[] } | undefined): Record<string, string> {
  const [issue] = error?.issues ?? [];
  return issue ? { [name]: issue.message } : {};
}
