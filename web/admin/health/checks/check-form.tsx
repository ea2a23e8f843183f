import { Alert, Button, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { checkKinds, minDomainSeconds } from '../../../../contract/checks.ts';
import { trpc } from '../../api/client.ts';
import { describeFailure } from '../../api/failure.ts';
import { useConfirm } from '../../shell/confirm.tsx';
import { notifyDeleted, notifySaved } from '../../shell/notify.ts';
import { useUnsavedQuestion } from '../../shell/unsaved-question.ts';
import { type CheckValues, readValues, type StoredCheck, valuesOf } from './check-values.ts';
import { TargetInputs } from './target-inputs.tsx';

interface Props {
  clientId: number;
  /** Undefined for a new one. */
  check: StoredCheck | undefined;
  onDone: () => void;
}

const kindNames = {
  http: 'HTTP(S)',
  tls: 'TLS certificate',
  tcp: 'TCP port',
  dns: 'DNS record',
  domain: 'Domain expiry',
};

/** Adds or changes a check of a server, and tries it before it is saved. */
export function CheckForm({ clientId, check, onDone }: Props) {
  const utils = trpc.useUtils();
  const [stored] = useState(() => valuesOf(check));
  const [values, setValues] = useState(stored);
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const [isDone, setDone] = useState(false);
  const onSettled = () => Promise.all([utils.checks.invalidate(), utils.health.invalidate()]);
  const save = trpc.checks.save.useMutation({ onSettled });
  const attempt = trpc.checks.attempt.useMutation();
  useUnsavedQuestion(() => !isDone && JSON.stringify(values) !== JSON.stringify(stored));

  const change = (changed: Partial<CheckValues>) => {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
    attempt.reset();
  };
  const number = (name: 'everySeconds' | 'timeoutSeconds' | 'failures' | 'attempts') => ({
    id: `check-${name}`,
    value: values[name],
    error: errors[name],
    onChange: (value: string | number) => change({ [name]: value === '' ? '' : Number(value) }),
  });

  async function send(call: typeof save | typeof attempt) {
    const { settings, errors: found } = readValues(values);
    if (found) return refuse(found);
    try {
      await call.mutateAsync({ clientId, settings, ...(check && { id: check.id }) });
    } catch (error) {
      // The notification says why; the input stays.
      return refuse(describeFailure(error).fields);
    }
    if (call !== save) return;
    setDone(true);
    notifySaved();
    onDone();
  }
  function refuse(found: Record<string, string>) {
    setErrors(found);
    document.getElementById(`check-${Object.keys(found)[0]}`)?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) void send(save);
  }

  return (
    <form onSubmit={submit} noValidate aria-label={check ? 'Check' : 'New check'}>
      <Stack gap="md">
        <Select
          label="Kind"
          data={checkKinds.map((value) => ({ value, label: kindNames[value] }))}
          value={values.kind}
          allowDeselect={false}
          onChange={(value) => change(ofKind(checkKinds.find((kind) => kind === value) ?? values.kind, values))}
        />
        <TargetInputs values={values} errors={errors} onChange={change} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput label="Every … seconds" min={10} max={86_400} {...number('everySeconds')} />
          <NumberInput label="Time-out in seconds" min={0.1} max={60} {...number('timeoutSeconds')} />
          <NumberInput label="Down after … failures" min={1} max={20} {...number('failures')} />
          <NumberInput label="… of this many attempts" min={1} max={20} {...number('attempts')} />
        </SimpleGrid>
        <Checkbox
          size="md"
          styles={{ label: { fontSize: 'var(--mantine-font-size-sm)' } }}
          label="Active"
          checked={values.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
        {attempt.data && (
          <Alert
            role="status"
            color={attempt.data.ok ? 'teal' : 'red'}
            title={attempt.data.ok ? 'The check succeeds' : 'The check fails'}
          >
            {attempt.data.reason} It took {attempt.data.latencyMs.toLocaleString()} ms.
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" loading={attempt.isPending} onClick={() => void send(attempt)}>
            Try it now
          </Button>
          {check && <Removal id={check.id} onDone={onDone} />}
        </Group>
      </Stack>
    </form>
  );
}

function Removal({ id, onDone }: { id: number; onDone: () => void }) {
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const remove = trpc.checks.remove.useMutation({
    onSuccess: () => {
      notifyDeleted();
      onDone();
    },
    onSettled: () => Promise.all([utils.checks.invalidate(), utils.health.invalidate()]),
  });
  async function ask() {
    const subject = 'Its results and response times are deleted too.';
    if (await confirm({ message: 'Delete this check?', subject, action: 'Delete' })) remove.mutate({ id });
  }
  return (
    <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void ask()}>
      Delete
    </Button>
  );
}

/** The inputs that another kind changes: a registry is asked a few times a day. */
function ofKind(kind: CheckValues['kind'], { everySeconds }: CheckValues): Partial<CheckValues> {
  const isDomain = kind === 'domain';
  if (isDomain && Number(everySeconds) < minDomainSeconds) return { kind, everySeconds: minDomainSeconds, minDays: 21 };
  return !isDomain && everySeconds === minDomainSeconds ? { kind, everySeconds: 60, minDays: 14 } : { kind };
}
