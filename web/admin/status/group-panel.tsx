import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { notifyDeleted, notifySuccess } from '../shell/notify.ts';
import type { StatusGroup } from './answers.ts';
import { CopyLink } from './copy-link.tsx';
import { GroupForm } from './group-form.tsx';
import { deletionQuestion } from './group-words.ts';

interface Props {
  /** Undefined for a new one. */
  group: StatusGroup | undefined;
  nextOrder: number;
  onDone: () => void;
}

/** A group: its form, its secret link, and its deletion. */
export function GroupPanel({ group, nextOrder, onDone }: Props) {
  return (
    <Stack gap="xl">
      <GroupForm group={group} nextOrder={nextOrder} onDone={onDone} />
      {group?.isSecret && group.url && <SecretLink id={group.id} url={group.url} />}
      {group && <Deletion group={group} onDone={onDone} />}
    </Stack>
  );
}

function SecretLink({ id, url }: { id: number; url: string }) {
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const replace = trpc.status.replaceGroupLink.useMutation({
    onSuccess: () => notifySuccess('Replaced', 'The old link no longer works.'),
    onSettled: () => utils.status.groups.invalidate(),
  });
  async function ask() {
    const subject = 'The old link no longer works. People who have it need the new one.';
    if (await confirm({ message: 'Replace the secret link?', subject, action: 'Replace' })) replace.mutate({ id });
  }
  return (
    <section aria-labelledby="secret-link">
      <Title order={3} size="h5" id="secret-link">
        Secret link
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Whoever has this link sees the group’s page, without an account.
      </Text>
      <TextInput
        aria-labelledby="secret-link"
        value={url}
        readOnly
        mb="sm"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="sm">
        <CopyLink key={url} url={url} />
        <Button size="compact-sm" mih="1.75rem" variant="subtle" loading={replace.isPending} onClick={() => void ask()}>
          Replace the link
        </Button>
      </Group>
    </section>
  );
}

function Deletion({ group, onDone }: { group: StatusGroup; onDone: () => void }) {
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const remove = trpc.status.deleteGroup.useMutation({
    onSuccess() {
      notifyDeleted();
      onDone();
    },
    onSettled: () => Promise.all([utils.status.invalidate(), utils.health.invalidate()]),
  });
  async function ask() {
    if (await confirm(deletionQuestion(group))) remove.mutate({ id: group.id });
  }
  return (
    <Group>
      <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void ask()}>
        Delete this group
      </Button>
    </Group>
  );
}
