import { Group, NumberInput, Switch, TextInput } from '@mantine/core';
import { ZoneSelect } from '../shell/zone-select.tsx';
import type { PolicyDraft } from './policy-values.ts';
import type { Errors } from './use-draft.ts';

interface Props {
  draft: PolicyDraft;
  errors: Errors;
  onChange: (part: Partial<PolicyDraft>) => void;
}

/** Quiet hours, and the limit of alarms of a policy. */
export function PolicyCalm({ draft, errors, onChange }: Props) {
  return (
    <>
      <Switch
        label="Quiet hours"
        description="Alarms wait until their end. Nobody is notified of an outage that is over by then."
        checked={draft.isQuiet}
        onChange={(event) => onChange({ isQuiet: event.currentTarget.checked })}
      />
      {draft.isQuiet && <Quiet quiet={draft.quiet} errors={errors} onChange={(quiet) => onChange({ quiet })} />}
      <NumberInput
        id="policy-maxPerHour"
        label="Alarms per person and hour"
        description="Further ones are sent as one summary. Empty: no limit."
        min={1}
        max={1000}
        allowDecimal={false}
        value={draft.maxPerHour}
        error={errors.maxPerHour}
        onChange={(maxPerHour) => onChange({ maxPerHour })}
      />
    </>
  );
}

interface QuietProps {
  quiet: PolicyDraft['quiet'];
  errors: Errors;
  onChange: (quiet: PolicyDraft['quiet']) => void;
}

function Quiet({ quiet, errors, onChange }: QuietProps) {
  return (
    <>
      <Group align="flex-start" grow>
        <TextInput
          id="policy-quiet-from"
          label="From"
          type="time"
          value={quiet.from}
          error={errors['quiet.from']}
          onChange={(event) => onChange({ ...quiet, from: event.currentTarget.value })}
        />
        <TextInput
          id="policy-quiet-until"
          label="Until"
          type="time"
          value={quiet.until}
          error={errors['quiet.until']}
          onChange={(event) => onChange({ ...quiet, until: event.currentTarget.value })}
        />
      </Group>
      <ZoneSelect
        id="policy-quiet-timeZone"
        label="Time zone"
        value={quiet.timeZone}
        error={errors['quiet.timeZone']}
        onChange={(timeZone) => onChange({ ...quiet, timeZone })}
      />
    </>
  );
}
