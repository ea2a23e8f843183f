import { Select, Switch } from '@mantine/core';
import type { PolicyChoices } from './answers.ts';
import type { PolicyDraft } from './policy-values.ts';
import { needsDrillServer } from './policy-words.ts';
import type { Errors } from './use-draft.ts';

interface Props {
  draft: PolicyDraft;
  servers: PolicyChoices['servers'];
  errors: Errors;
  onChange: (part: Partial<PolicyDraft>) => void;
}

/** The monthly fire drill of a policy, and the server that drills take as offline. */
export function PolicyDrill({ draft, servers, errors, onChange }: Props) {
  const chosen = draft.drillServer;
  const steps = draft.steps.map(({ recipients }) => ({ recipients: recipients.map((key) => ({ kind: key })) }));
  const scopes = draft.scopes.map((key) => ({ kind: key.split(' ')[0] ?? '' }));
  const options = servers.map(({ id, name }) => ({ value: String(id), label: name }));
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  return (
    <>
      <Switch
        label="A fire drill each month"
        description="On the first working day at 10:00 a test goes through all steps; a report says who answered."
        checked={draft.isDrilled}
        onChange={(event) => onChange({ isDrilled: event.currentTarget.checked })}
      />
      {(chosen !== null || needsDrillServer({ steps, scopes })) && (
        <Select
          id="policy-drillServerId"
          label="Server in fire drills"
          description="The policy applies to several servers. A drill tests the contacts and channels of this one; without a choice it leaves them out."
          placeholder="None"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Choose no server' }}
          limit={100}
          nothingFoundMessage="No such server"
          data={isListed ? options : [...options, { value: chosen, label: `Server ${chosen}` }]}
          value={chosen}
          error={errors.drillServerId}
          onChange={(drillServer) => onChange({ drillServer })}
        />
      )}
    </>
  );
}
