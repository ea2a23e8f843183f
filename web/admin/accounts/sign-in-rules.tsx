import { Button, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { roleFacts, roles } from '../../../contract/roles.ts';
import { type SignInRules, sessionLimitBounds } from '../../../contract/sign-in-rules.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { Dialog } from '../shell/dialog.tsx';
import { notifySaved } from '../shell/notify.ts';

/** Button and dialog: which roles need a second factor, and when sessions end. */
export function SignInRulesButton() {
  const [isOpen, setOpen] = useState(false);
  const { data: rules } = trpc.secondFactor.rule.useQuery(undefined, { enabled: isOpen });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Sign-in rules
      </Button>
      <Dialog title="Sign-in rules" isOpen={isOpen} onClose={() => setOpen(false)}>
        {rules && <RulesForm key={rules.version} rules={rules} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

const bounds = sessionLimitBounds;

function RulesForm({ rules, onDone }: { rules: SignInRules; onDone: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>(rules.secondFactorRoles);
  const [hours, setHours] = useState<string | number>(rules.sessionHours);
  const [minutes, setMinutes] = useState<string | number>(rules.idleMinutes ?? '');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const utils = trpc.useUtils();
  const save = trpc.secondFactor.saveRule.useMutation({
    meta: showsFailures,
    async onSuccess() {
      notifySaved();
      onDone();
      await utils.secondFactor.invalidate();
    },
    onError(failed) {
      const { fields, message } = describeFailure(failed);
      setErrors(Object.keys(fields).length > 0 ? fields : { secondFactorRoles: message });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    setErrors({});
    save.mutate({
      version: rules.version,
      secondFactorRoles: roles.filter((role) => chosen.includes(role)),
      // The server refuses an empty field with the bounds.
      sessionHours: hours === '' ? 0 : Number(hours),
      idleMinutes: minutes === '' ? null : Number(minutes),
    });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          Users of these roles need a second factor. Without one they can only set one up, from now on. API tokens go on
          working.
        </Text>
        <Checkbox.Group
          label="Roles that need a second factor"
          error={errors.secondFactorRoles}
          value={[...chosen]}
          onChange={setChosen}
        >
          <Stack gap="xs" mt="xs">
            {roles.map((role) => (
              <Checkbox key={role} size="md" value={role} label={roleFacts[role].label} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NumberInput
          label="Hours until a session ends"
          description="People then sign in again, also in the middle of their work; what they have typed stays. 720 hours are 30 days."
          min={bounds.sessionHours.min}
          max={bounds.sessionHours.max}
          clampBehavior="none"
          allowDecimal={false}
          required
          withAsterisk={false}
          value={hours}
          onChange={setHours}
          error={errors.sessionHours}
        />
        <NumberInput
          label="Minutes without use until a session ends"
          description="An open screen that nobody touches is not a use. Empty: no such limit."
          min={bounds.idleMinutes.min}
          max={bounds.idleMinutes.max}
          clampBehavior="none"
          allowDecimal={false}
          value={minutes}
          onChange={setMinutes}
          error={errors.idleMinutes}
        />
        <Text size="sm">
          Shorter limits end the sessions beyond them at once, your own too. A longer one is for the next sign-ins.
        </Text>
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
