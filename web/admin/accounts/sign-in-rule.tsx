import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { roleFacts, roles } from '../../../contract/roles.ts';
import type { SecondFactorRule } from '../../../contract/sign-in-rules.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { Dialog } from '../shell/dialog.tsx';
import { notifySaved } from '../shell/notify.ts';

/** Button and dialog: which roles need a second factor. */
export function SignInRule() {
  const [isOpen, setOpen] = useState(false);
  const { data: rule } = trpc.secondFactor.rule.useQuery(undefined, { enabled: isOpen });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Sign-in rules
      </Button>
      <Dialog title="Sign-in rules" isOpen={isOpen} onClose={() => setOpen(false)}>
        {rule && <RuleForm key={rule.version} rule={rule} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function RuleForm({ rule, onDone }: { rule: SecondFactorRule; onDone: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>(rule.secondFactorRoles);
  const [error, setError] = useState<string>();
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
      setError(fields.secondFactorRoles ?? message);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const secondFactorRoles = roles.filter((role) => chosen.includes(role));
    if (!save.isPending) save.mutate({ version: rule.version, secondFactorRoles });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          Users of these roles need a second factor. Without one they can only set one up, from now on. API tokens go on
          working.
        </Text>
        <Checkbox.Group label="Roles that need a second factor" error={error} value={[...chosen]} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {roles.map((role) => (
              <Checkbox key={role} size="md" value={role} label={roleFacts[role].label} />
            ))}
          </Stack>
        </Checkbox.Group>
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
