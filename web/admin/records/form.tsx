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
import css from './form.module.css';
import type { Draft, Level, Row } from './level.ts';
import { isRow } from './row.ts';
import { useSave } from './rows.ts';

export interface RecordFormProps {
  level: Level;
  /** The row to edit, or null for a new one. */
  id: number | null;
  parentId?: number | undefined;
  /** Called once the save is done and the list is reloaded. */
  onSaved: () => void;
  /** Empties the form, so that the next save creates a record; without it there is no Reset button. */
  onReset?: () => void;
}

interface Props extends RecordFormProps {
  row: Row | null;
}

/**
 * Edits one row. What is invalid is shown beside its field and not sent; what the server refuses lands beside its field
 * too, and nothing typed is lost. When someone else saved meanwhile, both versions are shown.
 */
export function Form({ level, row, parentId, onSaved, onReset }: Props) {
  const formId = useId();
  // The row the person started from: reloading the list must not change it under their hands.
  const [base, setBase] = useState(row);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const form = useForm<Draft>({
    initialValues: draftOf(level, row),
    validate: (draft) => level.check(draft) ?? {},
  });
  const save = useSave(level);
  useUnsavedQuestion(() => form.isDirty());
  const values = base || form.isDirty() ? form.values : null;
  useShownDraft({ level, id: base?.id ?? null, parentId, values }, usePanelIsOpen());

  const inputId = (name: string) => `${formId}-${name}`;
  const rowId = row?.id;
  const firstInput = inputId(level.fields[0]?.name ?? '');
  // Edit in a table below the form leads up to the form.
  useEffect(() => {
    if (rowId !== undefined) document.getElementById(firstInput)?.focus();
  }, [rowId, firstInput]);

  // A list that was moved meanwhile, or saved by someone else: what nobody has typed into may follow.
  useEffect(() => {
    if (row && base && row.version > base.version && !form.isDirty()) restart(row);
  });

  function showErrors(errors: Record<string, string>) {
    form.setErrors(errors);
    const first = level.fields.find(({ name }) => errors[name]);
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
    level.onSaved();
    restart(null);
    onSaved();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const errors = level.check(form.values);
    if (errors) showErrors(errors);
    else void send(base?.version);
  }

  function restart(from: Row | null) {
    const draft = draftOf(level, from);
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
            level={level}
            mine={form.values}
            theirs={theirs}
            onKeepMine={() => void send(theirs.version)}
            onTakeTheirs={() => restart(theirs)}
          />
        )}
        <div className={css.fields}>
          {level.fields.map(({ name, info, widget: { Input, isWide } }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: hears focus leave the field inside
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

/** Asks before unsaved input is left behind, by whichever way: icon, Esc, Back, another row, closing the tab. */
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

function draftOf(level: Level, row: Row | null): Draft {
  return Object.fromEntries(level.fields.map(({ name }) => [name, row ? row[name] : level.initial[name]]));
}

function errorText(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
