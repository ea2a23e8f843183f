import { Button, Checkbox, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { channelFields, channelKinds, channelLabels } from '../../../contract/alarms.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import type { Channel } from './answers.ts';
import { channelWords } from './channel-words.ts';
import { PushSubscribe } from './push-subscribe.tsx';
import { type Errors, messagesOf, useDraft } from './use-draft.ts';

interface Props {
  /** Undefined for a new one. */
  channel: Channel | undefined;
  /** The person whose channel a new one is; null: a channel of its own. */
  contactId: number | null;
  onDone: () => void;
}

/** Creates or changes a channel. A stored address and secret are shown masked, and kept when their fields stay empty. */
export function ChannelForm({ channel, contactId, onDone }: Props) {
  const utils = trpc.useUtils();
  const kinds = channelKinds.filter((one) => one !== 'sms' || contactId !== null);
  const [kind, setKind] = useState<(typeof channelKinds)[number]>(channel?.kind ?? 'email');
  const first = () => ({ name: channel?.name ?? '', target: '', secret: '', isActive: channel?.isActive ?? true });
  const { draft: values, errors, setErrors, change, finish } = useDraft(first, onDone);
  const save = trpc.alarms.channels.save.useMutation({
    onSettled: () => Promise.all([utils.alarms.invalidate(), utils.health.outages.invalidate()]),
  });
  const words = channelWords[kind];
  const refuse = (found: Errors) => {
    setErrors(found);
    document.getElementById(`channel-${Object.keys(found)[0]}`)?.focus();
  };

  async function send() {
    const { target, secret, ...plain } = values;
    const name = plain.name.trim() === '' ? channelLabels[kind] : plain.name;
    const fields = channelFields.safeParse({
      ...plain,
      name,
      kind,
      contactId,
      ...(channel && { id: channel.id }),
      ...((!channel || target !== '') && { target }),
      ...((!channel || secret !== '') && { secret }),
    });
    if (!fields.success) return refuse(messagesOf(fields.error.issues));
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
    <form onSubmit={submit} noValidate aria-label={channel ? `Channel ${channel.name}` : 'New channel'}>
      <Stack gap="md">
        <Select
          id="channel-kind"
          label="Kind"
          data={kinds.map((value) => ({ value, label: channelLabels[value] }))}
          value={kind}
          allowDeselect={false}
          disabled={channel !== undefined}
          error={errors.kind}
          onChange={(value) => {
            setKind(kinds.find((one) => one === value) ?? kind);
            // A subscription is no address of another kind.
            change({ target: '' });
          }}
        />
        <TextInput
          id="channel-name"
          label="Name"
          placeholder={channelLabels[kind]}
          maxLength={80}
          value={values.name}
          error={errors.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {kind === 'push' && (
          <PushSubscribe
            isSubscribed={values.target !== '' || channel !== undefined}
            error={errors.target}
            onSubscribe={(target) => change({ target })}
          />
        )}
        {kind !== 'sms' && kind !== 'push' && (
          <TextInput
            id="channel-target"
            label={words.target}
            description={channel ? `Now ${channel.target}. Leave empty to keep it.` : words.hint}
            placeholder={words.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={values.target}
            error={errors.target}
            onChange={(event) => change({ target: event.currentTarget.value })}
          />
        )}
        {words.secret && (
          <PasswordInput
            id="channel-secret"
            label={words.secret.label}
            description={channel ? 'Stored encrypted and never shown. Leave empty to keep it.' : words.secret.hint}
            autoComplete="off"
            value={values.secret}
            error={errors.secret}
            onChange={(event) => change({ secret: event.currentTarget.value })}
          />
        )}
        <Checkbox
          size="md"
          styles={{ label: { fontSize: 'var(--mantine-font-size-sm)' } }}
          label="Active"
          checked={values.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
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
