import { Alert, Button, Group, MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { infoOf } from '../../../contract/fields.ts';
import { incidentFields, incidentLabels, incidentStates, incidentUpdate } from '../../../contract/status.ts';
import { trpc } from '../api/client.ts';
import { limited } from '../fields/limit.tsx';
import { notifySaved, notifySuccess } from '../shell/notify.ts';
import { usePanelIsOpen } from '../shell/panel.tsx';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';
import type { Incident } from './answers.ts';
import css from './status.module.css';

interface Props {
  incident: Incident | undefined;
  onDone: () => void;
}

type Errors = Readonly<Record<string, string | undefined>>;

const states = incidentStates.map((value) => ({ value, label: incidentLabels[value] }));
const updateFields = incidentUpdate.pick({ state: true, text: true });
const infos = {
  title: { label: 'Title', ...infoOf(incidentFields.shape.title) },
  text: { label: 'Text', ...infoOf(incidentUpdate.shape.text), hint: 'Visitors read it as you write it.' },
};

/** Changes an incident and writes its next update; the first one publishes it. */
export function IncidentForm({ incident, onDone }: Props) {
  const isOpen = usePanelIsOpen();
  const isPublished = incident !== undefined && !incident.isDraft;
  const [stored] = useState({
    title: incident?.title ?? '',
    servers: incident?.servers.map(({ id }) => String(id)) ?? [],
    state: incident?.state ?? 'investigating',
    text: '',
  });
  const [values, setValues] = useState(stored);
  const [errors, setErrors] = useState<Errors>({});
  const choices = trpc.status.servers.useQuery();
  const utils = trpc.useUtils();
  const reload = { onSettled: () => utils.status.incidents.invalidate() };
  const save = trpc.status.save.useMutation(reload);
  const post = trpc.status.post.useMutation(reload);
  const [isDone, setDone] = useState(false);
  // A new incident is stored before its update: after a failure the next attempt must not store another one.
  const [storedId, setStoredId] = useState(incident?.id);
  useUnsavedQuestion(() => isOpen && !isDone && JSON.stringify(values) !== JSON.stringify(stored));

  const change = (changed: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
  };

  const chosen = (choices.data ?? []).filter(({ id }) => values.servers.includes(String(id)));
  const audiences = new Set(chosen.map(({ secretGroup }) => secretGroup));
  // Secret groups whose servers other readers of this incident must not know.
  const hiding = audiences.size > 1 ? [...audiences].filter((name) => name !== null) : [];

  /** Stores title and servers, and with `isPosting` the update too. */
  async function send(isPosting: boolean) {
    const listed = new Set((choices.data ?? []).map(({ id }) => id));
    const clientIds = values.servers.map(Number).filter((id) => listed.has(id));
    const fields = incidentFields.safeParse({ id: storedId, title: values.title, clientIds });
    const update = updateFields.safeParse(values);
    const issues = [...(fields.error?.issues ?? []), ...(isPosting ? (update.error?.issues ?? []) : [])];
    if (issues.length > 0 || !fields.success) {
      setErrors(Object.fromEntries(issues.map(({ path, message }) => [path[0], message])));
      document.getElementById(`incident-${String(issues[0]?.path[0])}`)?.focus();
      return;
    }
    try {
      const { id } = await save.mutateAsync(fields.data);
      setStoredId(id);
      if (isPosting && update.success) await post.mutateAsync({ id, ...update.data });
    } catch {
      // The notification says why; the input stays.
      return;
    }
    setDone(true);
    if (isPosting)
      notifySuccess(isPublished ? 'Update posted' : 'Published', 'Visitors of the status page see it now.');
    else notifySaved();
    onDone();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending && !post.isPending) void send(true);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          id="incident-title"
          label="Title"
          data-autofocus
          value={values.title}
          {...limited({ info: infos.title, text: values.title, error: errors.title })}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <MultiSelect
          id="incident-clientIds"
          label="Affected servers"
          description="Servers that are on the status page"
          placeholder={values.servers.length === 0 ? 'None' : undefined}
          searchable
          clearable
          classNames={{ inputField: css.target }}
          clearButtonProps={{ 'aria-label': 'Remove all servers' }}
          data={(choices.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.servers}
          error={errors.clientIds}
          onChange={(servers) => change({ servers })}
        />
        {hiding.length > 0 && (
          <Alert color="yellow" title="Some of these servers are behind a secret link">
            Readers of each page see only its servers, but the same title and text. Name no server of{' '}
            {hiding.join(', ')} in them.
          </Alert>
        )}
        <Select
          label="State"
          data={states}
          value={values.state}
          allowDeselect={false}
          onChange={(state) => change({ state: incidentStates.find((known) => known === state) ?? values.state })}
        />
        <Textarea
          id="incident-text"
          label={isPublished ? 'Next update' : 'First update'}
          autosize
          minRows={4}
          maxRows={12}
          value={values.text}
          {...limited({ info: infos.text, text: values.text, error: errors.text })}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <Group gap="sm">
          <Button type="submit" loading={post.isPending}>
            {isPublished ? 'Post update' : 'Publish'}
          </Button>
          <Button variant="default" loading={save.isPending} onClick={() => void send(false)}>
            {isPublished ? 'Save title and servers only' : 'Save as draft'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
