import { Button, Group, MultiSelect, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { policyFields } from '../../../contract/alarm-policies.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import type { Policy, PolicyChoices } from './answers.ts';
import { PolicyCalm } from './policy-calm.tsx';
import { PolicyDrill } from './policy-drill.tsx';
import { PolicySteps } from './policy-steps.tsx';
import { draftOf, fieldsOf, namesOf, type PolicyDraft, scopeOptions } from './policy-values.ts';
import { planSentence } from './policy-words.ts';
import { type Errors, messagesOf, useDraft } from './use-draft.ts';

interface Props {
  /** Undefined for a new one. */
  policy: Policy | undefined;
  choices: PolicyChoices;
  onDone: () => void;
}

/** Creates or changes a policy; a sentence says what the steps mean. */
export function PolicyForm({ policy, choices, onDone }: Props) {
  const utils = trpc.useUtils();
  const { draft, errors, setErrors, change, finish } = useDraft<PolicyDraft>(() => draftOf(policy), onDone);
  // A refreshed list must not make an outdated form overwrite another person's change.
  const [basedOn] = useState(policy?.version);
  const save = trpc.alarms.policies.save.useMutation({ onSettled: () => utils.alarms.invalidate() });
  const refuse = (found: Errors) => {
    setErrors(found);
    const [first = ''] = Object.keys(found);
    const whole = document.getElementById(`policy-${first.split('.')[0]}`);
    (document.getElementById(`policy-${first.replaceAll('.', '-')}`) ?? whole)?.focus();
  };

  async function send() {
    const fields = policyFields.safeParse({ ...fieldsOf(draft), ...(policy && { id: policy.id, version: basedOn }) });
    if (!fields.success) return refuse(messagesOf(fields.error.issues, 3));
    try {
      await save.mutateAsync(fields.data);
    } catch (error) {
      // The notification says why; the input stays.
      return refuse(describeFailure(error).fields);
    }
    finish();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) void send();
  }

  return (
    <form onSubmit={submit} noValidate aria-label={policy ? `Policy ${policy.name}` : 'New policy'}>
      <Stack gap="xl">
        <TextInput
          id="policy-name"
          label="Name"
          placeholder="Night"
          maxLength={80}
          value={draft.name}
          error={errors.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Part title="Who is notified when">
          <PolicySteps
            steps={draft.steps}
            choices={choices}
            names={policy?.names}
            errors={errorsOfSteps(errors)}
            onChange={(steps) => change({ steps })}
          />
          <Group align="flex-start" grow>
            <NumberInput
              id="policy-repeats"
              label="Repeat all steps"
              description="Times, while nobody acknowledges"
              min={0}
              max={20}
              allowDecimal={false}
              value={draft.repeats}
              error={errors.repeats}
              onChange={(repeats) => change({ repeats })}
            />
            <NumberInput
              id="policy-repeatMinutes"
              label="Minutes between"
              description="After the last step"
              min={5}
              max={1440}
              allowDecimal={false}
              value={draft.repeatMinutes}
              error={errors.repeatMinutes}
              onChange={(repeatMinutes) => change({ repeatMinutes })}
            />
          </Group>
          <Text size="sm" aria-live="polite">
            {planSentence(fieldsOf(draft), namesOf(choices, policy?.names))}
          </Text>
        </Part>
        <Part title="Where it applies">
          <MultiSelect
            id="policy-scopes"
            styles={{ inputField: { minHeight: 24 } }}
            label="Servers"
            description="The nearest policy counts: of the server, of its group, of its SMS account, of all servers."
            data={scopeOptions(choices, draft.scopes)}
            value={draft.scopes}
            searchable
            clearable
            error={errors.scopes ?? errors['scopes.0']}
            onChange={(scopes) => change({ scopes })}
          />
        </Part>
        <Part title="Calm">
          <PolicyCalm draft={draft} errors={errors} onChange={change} />
        </Part>
        <Part title="Fire drills">
          <PolicyDrill draft={draft} servers={choices.servers} errors={errors} onChange={change} />
        </Part>
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="md">
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** The messages of steps by their places: `steps.0.recipients` as `0.recipients`, that of all steps as the empty text. */
function errorsOfSteps(errors: Errors): Errors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path === 'steps' ? [['', message]] : path.startsWith('steps.') ? [[path.slice('steps.'.length), message]] : [],
    ),
  );
}
