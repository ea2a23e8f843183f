import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { describeFailure } from '../api/failure.ts';
import { hasLeftField } from '../fields/left-field.ts';
import { useShownDraft } from '../preview/draft.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { notifyFailedSave } from '../shell/notify.tsx';
import { usePanelIsOpen } from '../shell/panel.tsx';
import { Conflict } from './conflict.tsx';
import { useSave } from './record-queries.ts';
import { type Draft, isRow, type RecordView, type Row } from './record-view.ts';
import css from './row-form.module.css';

export interface RecordFormProps {
  view: RecordView;
  /** The row to edit, or null for a new one. */
  id: number | null;
  parentId?: number | undefined;
  /** Called after the save and the reload of the list. */
  onSaved: () => void;
  /** Called after Reset has emptied the form, so that the next save creates a row; without it there is no button. */
  onReset?: () => void;
}

interface Props extends RecordFormProps {
  row: Row | null;
}

/**
 * Edits one row. Invalid values show a message beside their fields and are not sent; the server's messages appear in
 * the same place and the input stays. If another user has saved in the meantime, both versions are shown.
 */
export function RowForm({ view, row, parentId, onSaved, onReset }: Props) {
  const formId = useId();
  // The row that editing started from: reloading the list must not replace it.
  const [base, setBase] = useState(row);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const form = useForm<Draft>({
    initialValues: draftOf(view, row),
    validate: (draft) => view.check(draft) ?? {},
  });
  const save = useSave(view);
  useUnsavedQuestion(() => form.isDirty());
  const values = base || form.isDirty() ? form.values : null;
  useShownDraft({ view, id: base?.id ?? null, parentId, values, change: form.setFieldValue }, usePanelIsOpen());

  const inputId = (name: string) => `${formId}-${name}`;
  const rowId = row?.id;
  const firstInput = inputId(view.fields[0]?.name ?? '');
  // Edit in the table below moves focus to the form.
  useEffect(() => {
    if (rowId !== undefined) document.getElementById(firstInput)?.focus();
  }, [rowId, firstInput]);

  // An untouched form follows a newer version of the row, from a move or another user's save.
  useEffect(() => {
    if (row && base && row.version > base.version && !form.isDirty()) restart(row);
  });

  function showErrors(errors: Record<string, string>) {
    form.setErrors(errors);
    const first = view.fields.find(({ name }) => errors[name]);
    if (first) document.getElementById(inputId(first.name))?.focus();
  }

  async function send(version: number | undefined) {
    try {
      await save.mutateAsync({ id: base?.id ?? null, version, parentId, values: form.values });
    } catch (error) {
      const { httpStatus, message, fields, current } = describeFailure(error);
      if (httpStatus === 409 && isRow(current)) return setTheirs(current);
      notifyFailedSave(httpStatus, message);
      return showErrors({ ...fields });
    }
    view.onSaved();
    restart(null);
    onSaved();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const errors = view.check(form.values);
    if (errors) showErrors(errors);
    else void send(base?.version);
  }

  function restart(from: Row | null) {
    const draft = draftOf(view, from);
    form.setInitialValues(draft);
    form.setValues(draft);
    form.clearErrors();
    setTheirs(null);
    setBase(from);
  }

  return (
    <form onSubmit={submit} noValidate aria-busy={save.isPending}>
      <Stack gap="md">
        {theirs && (
          <Conflict
            view={view}
            mine={form.values}
            theirs={theirs}
            onKeepMine={() => void send(theirs.version)}
            onTakeTheirs={() => restart(theirs)}
          />
        )}
        <div className={css.fields}>
          {view.fields.map(({ name, info, widget: { Input, isWide } }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: handles blur of the field inside
            <div key={name} data-wide={isWide} onBlur={(event) => hasLeftField(event) && form.validateField(name)}>
              <Input
                id={inputId(name)}
                info={info}
                value={form.values[name]}
                error={errorText(form.errors[name])}
                onChange={(value) => form.setFieldValue(name, value)}
              />
            </div>
          ))}
        </div>
        <Group gap="sm" className={css.actions}>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          {onReset && (
            <Button
              variant="default"
              onClick={() => {
                restart(null);
                onReset();
              }}
            >
              Reset
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Asks before unsaved input is lost, by the close icon, Esc, Back, another row or closing the tab. */
function useUnsavedQuestion(isDirty: () => boolean): void {
  const confirm = useConfirm();
  const isOpen = usePanelIsOpen();
  const asks = () => isOpen && isDirty();
  useBlocker({
    shouldBlockFn: async () =>
      asks() && !(await confirm({ message: 'Leave without saving?', action: 'Discard changes' })),
    enableBeforeUnload: asks,
  });
}

function draftOf(view: RecordView, row: Row | null): Draft {
  return Object.fromEntries(view.fields.map(({ name }) => [name, row ? row[name] : view.initial[name]]));
}

function errorText(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
