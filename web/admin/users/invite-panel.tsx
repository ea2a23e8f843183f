import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { infoOf } from '../../../contract/fields.ts';
import { invitation, type LinkWay, linkHours } from '../../../contract/users.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { limited } from '../fields/limit.tsx';
import { notifyFailedSave, notifySuccess } from '../shell/notify.ts';
import { usePanelIsOpen } from '../shell/panel.tsx';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';
import { Choice } from './choice.tsx';
import { DetailFields } from './detail-fields.tsx';
import { RoleFields, type RoleValues } from './role-fields.tsx';
import { ShownLink } from './shown-link.tsx';

interface Props {
  isMailOn: boolean;
  /** Starts another invitation. */
  onAgain: () => void;
  onDone: () => void;
}

/** Invites a user, by e-mail or with a link that is shown once. */
export function InvitePanel({ isMailOn, onAgain, onDone }: Props) {
  const [shown, setShown] = useState<{ userName: string; url: string; expiresAt: string | Date }>();
  if (shown)
    return (
      <Stack gap="lg">
        <Text size="sm">
          {shown.userName} is invited. Send the link to the person: it lets them set a password, once.
        </Text>
        <ShownLink url={shown.url} expiresAt={shown.expiresAt} />
        <Group gap="sm">
          <Button onClick={onDone}>Done</Button>
          <Button variant="default" onClick={onAgain}>
            Invite another user
          </Button>
        </Group>
      </Stack>
    );
  return (
    <InviteForm
      isMailOn={isMailOn}
      onInvited={(userName, { url, expiresAt }) => {
        if (url !== null) return setShown({ userName, url, expiresAt });
        notifySuccess('Invited', `The invitation of ${userName} is on its way.`);
        onDone();
      }}
    />
  );
}

interface FormProps {
  isMailOn: boolean;
  onInvited: (userName: string, link: { url: string | null; expiresAt: string | Date }) => void;
}

const inputId = (name: string) => `invite-${name}`;
const fields = ['userName', 'firstName', 'lastName', 'email', 'telephonyClientId'] as const;
const none = { userName: '', firstName: '', lastName: '', email: '' };

function InviteForm({ isMailOn, onInvited }: FormProps) {
  const isOpen = usePanelIsOpen();
  const [texts, setTexts] = useState(none);
  const [role, setRole] = useState<RoleValues>({ role: 'Editor', telephonyClientId: null });
  const [way, setWay] = useState<LinkWay>(isMailOn ? 'mail' : 'shown');
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const utils = trpc.useUtils();
  const invite = trpc.users.invite.useMutation({
    meta: showsFailures,
    onSettled: () => utils.users.list.invalidate(),
  });
  const isEmpty = Object.values(texts).every((text) => text === '');
  useUnsavedQuestion(() => isOpen && !isEmpty && !invite.isSuccess);

  function refuse(found: Readonly<Record<string, string | undefined>>) {
    setErrors(found);
    const first = fields.find((name) => found[name] !== undefined);
    if (first) document.getElementById(inputId(first))?.focus();
  }

  function change(changed: Partial<typeof none>) {
    setTexts((before) => ({ ...before, ...changed }));
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changed).map((name) => [name, undefined])),
    }));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (invite.isPending) return;
    const values = { ...texts, ...role, way };
    const checked = invitation.safeParse(values);
    if (!checked.success)
      return refuse(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path[0], message]).reverse()));
    try {
      onInvited(checked.data.userName, await invite.mutateAsync(checked.data));
    } catch (failed) {
      const { httpStatus, message, fields: refused } = describeFailure(failed);
      notifyFailedSave(httpStatus, message);
      refuse(refused);
    }
  }

  const info = infoOf(invitation.shape.userName) ?? { label: 'User name' };
  const hint = 'For signing in. It cannot be changed later.';
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={invite.isPending}>
      <Stack gap="lg" align="flex-start">
        <TextInput
          id={inputId('userName')}
          w="100%"
          label="User name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={texts.userName}
          {...limited({ info: { ...info, hint }, text: texts.userName, error: errors.userName })}
          onChange={(event) => change({ userName: event.currentTarget.value })}
        />
        <DetailFields
          prefix="invite"
          values={texts}
          errors={errors}
          emailHint="For the invitation, and for a forgotten password."
          onChange={change}
        />
        <RoleFields
          value={role}
          accountId={inputId('telephonyClientId')}
          accountError={errors.telephonyClientId}
          onChange={(chosen) => {
            setRole(chosen);
            setErrors((before) => ({ ...before, telephonyClientId: undefined }));
          }}
        />
        {isMailOn && (
          <Radio.Group
            label="Invitation"
            value={way}
            onChange={(chosen) => setWay(chosen === 'mail' ? 'mail' : 'shown')}
          >
            <Stack gap="xs" mt="xs">
              <Choice
                value="mail"
                label="Send by e-mail"
                description={`The person gets a link that works once, within ${linkHours.invitation} hours.`}
              />
              <Choice value="shown" label="Show the link, once" description="You copy the link and send it yourself." />
            </Stack>
          </Radio.Group>
        )}
        <Button type="submit" loading={invite.isPending}>
          {way === 'mail' ? 'Send the invitation' : 'Create the link'}
        </Button>
      </Stack>
    </form>
  );
}
