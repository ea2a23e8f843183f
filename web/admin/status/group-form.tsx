import { Button, Checkbox, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { infoOf } from '../../../contract/fields.ts';
import { statusGroupFields } from '../../../contract/status-groups.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { limited } from '../fields/limit.tsx';
import { useConfirm } from '../shell/confirm.tsx';
import { notifySaved } from '../shell/notify.ts';
import { usePanelIsOpen } from '../shell/panel.tsx';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';
import type { StatusGroup } from './answers.ts';
import { publicationQuestion } from './group-words.ts';
import css from './status.module.css';
import { suggestedSlug } from './suggested-slug.ts';

interface Props {
  /** Undefined for a new one. */
  group: StatusGroup | undefined;
  /** Display order of a new group: behind the others. */
  nextOrder: number;
  onDone: () => void;
}

type Errors = Readonly<Record<string, string | undefined>>;

const { shape } = statusGroupFields;
const infos = {
  name: { label: 'Name', ...infoOf(shape.name) },
  slug: { label: 'Address', ...infoOf(shape.slug) },
  description: { label: 'Description', ...infoOf(shape.description) },
};

// The size of a target for fingers (WCAG 2.2), with the text of the other fields.
const checkbox = { size: 'md', classNames: { label: css.label, description: css.description } };

/** Creates or changes a group of the status page. */
export function GroupForm({ group, nextOrder, onDone }: Props) {
  const isOpen = usePanelIsOpen();
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const [stored] = useState({
    name: group?.name ?? '',
    slug: group?.slug ?? '',
    description: group?.description ?? '',
    displayOrder: group?.displayOrder ?? nextOrder,
    isShown: group?.isShown ?? true,
    isSecret: group?.isSecret ?? false,
  });
  const [values, setValues] = useState(stored);
  const [isSlugTyped, setSlugTyped] = useState(group !== undefined);
  const [errors, setErrors] = useState<Errors>({});
  const [isDone, setDone] = useState(false);
  const save = trpc.status.saveGroup.useMutation({ onSettled: () => utils.status.invalidate() });
  useUnsavedQuestion(() => isOpen && !isDone && JSON.stringify(values) !== JSON.stringify(stored));

  const change = (changed: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...changed }));
    setErrors({});
  };
  const refuse = (found: Errors) => {
    setErrors(found);
    document.getElementById(`group-${Object.keys(found)[0]}`)?.focus();
  };

  async function send() {
    const fields = statusGroupFields.safeParse({ id: group?.id, ...values });
    if (!fields.success) {
      const found: Record<string, string> = {};
      for (const { path, message } of fields.error.issues) found[String(path[0])] ??= message;
      refuse(found);
      return;
    }
    if (group?.isSecret && !values.isSecret && !(await confirm(publicationQuestion(group)))) return;
    try {
      await save.mutateAsync(fields.data);
    } catch (error) {
      // The notification says why; the input stays.
      refuse(describeFailure(error).fields);
      return;
    }
    setDone(true);
    notifySaved();
    onDone();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) void send();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          id="group-name"
          label="Name"
          data-autofocus
          value={values.name}
          {...limited({ info: infos.name, text: values.name, error: errors.name })}
          onChange={({ currentTarget: { value } }) =>
            change({ name: value, ...(!isSlugTyped && { slug: suggestedSlug(value) }) })
          }
        />
        <TextInput
          id="group-slug"
          label="Address"
          autoCapitalize="none"
          spellCheck={false}
          value={values.slug}
          {...limited({ info: infos.slug, text: values.slug, error: errors.slug })}
          onChange={({ currentTarget: { value } }) => {
            setSlugTyped(value !== '');
            change({ slug: value });
          }}
        />
        <Textarea
          id="group-description"
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          value={values.description}
          {...limited({ info: infos.description, text: values.description, error: errors.description })}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <NumberInput
          id="group-displayOrder"
          label="Display order"
          description="Groups with a lower number come first."
          min={0}
          max={10_000}
          allowDecimal={false}
          value={values.displayOrder}
          error={errors.displayOrder}
          onChange={(value) => change({ displayOrder: Number(value) })}
        />
        <Checkbox
          {...checkbox}
          label="Behind a secret link"
          description="The group and its servers are on no public page. Only people with the link see them."
          checked={values.isSecret}
          onChange={(event) => change({ isSecret: event.currentTarget.checked })}
        />
        {!values.isSecret && (
          <Checkbox
            {...checkbox}
            label="Shown on /status"
            description="Otherwise the group is on its own page only, which everybody can open."
            checked={values.isShown}
            onChange={(event) => change({ isShown: event.currentTarget.checked })}
          />
        )}
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
