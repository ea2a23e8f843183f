import { Alert, Button, List, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { type PersonalOutcome, personalKinds } from '../../../contract/privacy.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { Failure } from '../shell/loaded.tsx';
import { notifyFailedSave, notifySuccess } from '../shell/notify.ts';
import type { FoundKind } from './answers.ts';
import { countOf } from './kind-card.tsx';

const titles: Readonly<Record<PersonalOutcome, string>> = {
  deleted: 'Deleted',
  anonymised: 'Made anonymous',
  kept: 'Kept',
};
/** True for a text with a telephone number. */
const hasNumber = /\+\s*\d/;
const outcomes = ['deleted', 'anonymised', 'kept'] as const;

/** What erasing a person will do, and the confirmation. */
export function ErasePanel({ person, onDone }: { person: string; onDone: () => void }) {
  const { mutate, data, error } = trpc.privacy.search.useMutation({ meta: showsFailures });
  useEffect(() => mutate({ person, isWhole: true }), [mutate, person]);
  if (error) {
    const again = () => mutate({ person, isWhole: true });
    const { message } = describeFailure(error);
    return <Failure title="The preview could not be loaded" message={message} action="Try again" onAction={again} />;
  }
  if (!data) return <Skeleton h={240} />;
  return (
    <Stack gap="lg">
      {outcomes.map((outcome) => (
        <Outcome key={outcome} outcome={outcome} kinds={data.kinds} />
      ))}
      <Confirmation person={person} onDone={onDone} />
    </Stack>
  );
}

function Outcome({ outcome, kinds }: { outcome: PersonalOutcome; kinds: readonly FoundKind[] }) {
  const titleId = useId();
  const found = kinds.filter(({ kind, count }) => count > 0 && personalKinds[kind].outcome === outcome);
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId} mb="xs">
        {titles[outcome]}
      </Title>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing.
        </Text>
      ) : (
        <List size="sm" spacing="xs">
          {found.map((kind) => (
            <List.Item key={kind.kind}>
              {personalKinds[kind.kind].label}: {countOf(kind)}
              <Text size="sm" c="dimmed">
                {personalKinds[kind.kind].reason}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </section>
  );
}

function Confirmation({ person, onDone }: { person: string; onDone: () => void }) {
  const inputId = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const erase = trpc.privacy.erase.useMutation({
    meta: showsFailures,
    onSuccess({ erased, underWay }) {
      const count = Object.values(erased).reduce((sum, records) => sum + records, 0);
      const rest =
        underWay === 0
          ? ''
          : ` ${underWay === 1 ? 'One message is' : `${underWay} messages are`} being sent: erase again in some minutes.`;
      const records = count === 1 ? 'One record was' : `${count.toLocaleString()} records were`;
      notifySuccess('Personal data', `${records} deleted or made anonymous.${rest}`);
      onDone();
    },
    onError(error) {
      const { fields, httpStatus, message } = describeFailure(error);
      const refusal = fields.confirmation ?? fields.person ?? null;
      setProblem(refusal);
      if (refusal === null) notifyFailedSave(httpStatus, message);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isSame = typed.trim() === person;
    setProblem(isSame ? null : `Type ${person}`);
    if (!isSame) document.getElementById(inputId)?.focus();
    else if (!erase.isPending) erase.mutate({ person, confirmation: typed });
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Confirm the erasure">
      <Stack gap="sm">
        <Alert color="red" title="This cannot be undone">
          <Text size="sm">
            {hasNumber.test(person) &&
              'Delete the messages at the provider first: a message that was not imported yet comes in with its number. '}
            Backups keep what they have.
          </Text>
        </Alert>
        <TextInput
          id={inputId}
          label="Confirm"
          description={`Type ${person}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" color="red" loading={erase.isPending} style={{ alignSelf: 'start' }}>
          Erase
        </Button>
      </Stack>
    </form>
  );
}
