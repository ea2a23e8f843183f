import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { describeFailure } from '../api/failure.ts';
import { newKey } from '../api/new-key.ts';
import { UploadContext } from '../fields/uploads.ts';
import { RecordHistory } from '../history/record-history.tsx';
import type { OpenForm } from '../presence/open-form.ts';
import { OtherEditors } from '../presence/other-editors.tsx';
import { useShownDraft } from '../preview/draft.ts';
import { useRecordDestination } from '../releases/destination.ts';
import { notifySavedIn } from '../releases/edits.ts';
import { SaveLabel } from '../releases/save-label.tsx';
import { notifyFailedSave } from '../shell/notify.ts';
import { usePanelIsOpen } from '../shell/panel.tsx';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';
import { Conflict } from './conflict.tsx';
import { Deleted } from './deleted.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { RecordFields } from './record-fields.tsx';
import { useSave } from './record-queries.ts';
import { type Draft, isRow, type RecordView, type Row, type StoredRow, valuesOf } from './record-view.ts';
import css from './row-form.module.css';
import { useDraft } from './use-draft.ts';
import { useUploads } from './use-uploads.ts';

export interface RecordFormProps {
  view: RecordView;
  /** The row to edit, or null for a new one. */
  id: number | null;
  parentId?: number | undefined;
  /** Called after the save and the reload of the list. */
  onSaved: (saved: StoredRow) => void;
  /** True for a button that saves a new row and empties the form for another one; `onSaved` is not called. */
  addsAnother?: boolean;
  /** Called after Reset has emptied the form, so that the next save creates a row; without it there is no button. */
  onReset?: () => void;
}

interface Props extends RecordFormProps {
  row: Row | null;
  /** True if another user has deleted the row. */
  isDeleted?: boolean;
}

/** The row that a save writes; without an id a new row. */
type Target = Pick<Row, 'id' | 'version'> | null;

/**
 * Edits one row. Invalid values show a message beside their fields and are not sent; the server's messages appear in
 * the same place and the input stays. If another user has saved in the meantime, both versions are shown; if another
 * user has deleted the row, the form creates it again.
 */
export function RowForm({ view, id, row, parentId, isDeleted = false, addsAnother = false, onSaved, onReset }: Props) {
  const formId = useId();
  // The row that editing started from: reloading the list must not replace it.
  const [base, setBase] = useState(row);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const [isGone, setGone] = useState(false);
  const [key, setKey] = useState(newKey);
  // A new round remounts the fields, which ends their uploads.
  const [round, setRound] = useState(0);
  const isSending = useRef(false);
  const openForm = useRef<Pick<OpenForm, 'typed'>>(null);
  const form = useForm<Draft>({
    initialValues: draftOf(view, row),
    validate: (draft) => view.check(draft) ?? {},
  });
  const save = useSave(view);
  // An upload can come between the button and the save.
  const wantsAnother = useRef(false);
  const uploads = useUploads(() => submit(wantsAnother.current));
  const isUnsaved = form.isDirty() || uploads.isUploading;
  const isOpen = usePanelIsOpen();
  useUnsavedQuestion(() => isOpen && isUnsaved);
  const release = useRecordDestination(view);
  const place = { view, id, parentId, release };
  const values = base || form.isDirty() ? form.values : null;
  useShownDraft({ ...place, id: base?.id ?? null, values, change }, isOpen);
  const typed = form.isDirty() ? form.values : null;
  const draft = useDraft(place, { values: typed, version: base?.version ?? null, key });

  const isBusy = save.isPending || uploads.isSaveWaiting;
  const mustCreate = isDeleted || isGone;
  const inputId = (name: string) => `${formId}-${name}`;
  const firstInput = inputId(view.fields[0]?.name ?? '');
  const focusFirst = () => document.getElementById(firstInput)?.focus();
  const rowId = row?.id;
  // Opening the panel, and Edit in the table below, move focus to the form.
  useEffect(() => document.getElementById(firstInput)?.focus(), [rowId, firstInput]);

  // An untouched form follows a newer version of the row, from a move or another user's save.
  useEffect(() => {
    if (!row || !base || row.version <= base.version) return;
    // Brought back from the history.
    if (isGone && !isDeleted) setGone(false);
    if (!form.isDirty()) load(row);
  });

  function change(name: string, value: unknown) {
    // Read-only for every widget and the preview while a save runs: the save must not end with newer input unsaved.
    if (save.isPending) return;
    form.setFieldValue(name, value);
    openForm.current?.typed(name);
  }

  function showErrors(errors: Record<string, string>) {
    form.setErrors(errors);
    const first = view.fields.find(({ name }) => errors[name]);
    if (first) document.getElementById(inputId(first.name))?.focus();
  }

  async function send(target: Target, another = false) {
    // The state of the mutation arrives with the next render: a second Enter can come before.
    if (isSending.current) return;
    isSending.current = true;
    let saved: StoredRow;
    try {
      const owner = parentId ?? (typeof base?.parentId === 'number' ? base.parentId : undefined);
      const { id = null, version } = target ?? {};
      saved = await save.mutateAsync({ key, id, version, parentId: target ? parentId : owner, values: form.values });
    } catch (error) {
      const { httpStatus, message, fields, current } = describeFailure(error);
      if (httpStatus === 409 && isRow(current)) return setTheirs(current);
      if (httpStatus === 404 && target) return setGone(true);
      notifyFailedSave(httpStatus, message);
      return showErrors({ ...fields });
    } finally {
      isSending.current = false;
    }
    if (release) notifySavedIn(release);
    else view.onSaved();
    if (another || id === null) restart(null);
    else settle();
    if (!another) onSaved(saved);
  }

  function submit(another = false) {
    if (save.isPending) return;
    wantsAnother.current = another;
    const errors = view.check(form.values);
    if (errors) showErrors(errors);
    else if (uploads.isUploading) uploads.waitToSave();
    else void send(mustCreate ? null : base, another);
  }

  /** Fills the form with a row, or empties it. */
  function load(from: Row | null) {
    const values = draftOf(view, from);
    form.setInitialValues(values);
    form.setValues(values);
    form.clearErrors();
    setTheirs(null);
    setBase(from);
  }

  /** Keeps the saved values on screen while the form closes. */
  function settle() {
    form.setInitialValues(form.values);
    setTheirs(null);
  }

  /** Starts over with a row, or with a new one. */
  function restart(from: Row | null) {
    load(from);
    setGone(false);
    setKey(newKey());
    setRound(round + 1);
    // After the fields are mounted again.
    setTimeout(focusFirst);
  }

  function restore() {
    const { offer } = draft;
    if (!offer) return;
    const names = new Set(view.fields.map(({ name }) => name));
    form.setValues(Object.fromEntries(Object.entries(offer.values).filter(([name]) => names.has(name))));
    setKey(offer.key);
    // The save compares with the version that the draft started from.
    if (base && offer.version !== null) setBase({ ...base, version: offer.version });
    draft.decide();
    focusFirst();
  }

  function discardOffer() {
    draft.decide();
    focusFirst();
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      noValidate
      aria-busy={isBusy}
    >
      <OtherEditors ref={openForm} view={view} rowId={row?.id} />
      <Stack gap="md">
        {draft.offer && <DraftOffer view={view} draft={draft.offer} onRestore={restore} onDiscard={discardOffer} />}
        {mustCreate && <Deleted noun={view.noun} />}
        {theirs && !mustCreate && (
          <Conflict
            view={view}
            mine={form.values}
            theirs={theirs}
            onKeepMine={() => void send(theirs)}
            onTakeTheirs={() => restart(theirs)}
          />
        )}
        <UploadContext value={uploads.begin}>
          <RecordFields
            key={round}
            fields={view.fields}
            folded={view.folded}
            values={form.values}
            errors={form.errors}
            inputId={inputId}
            isReadOnly={isBusy}
            onChange={change}
            onLeave={(name) => form.validateField(name)}
          />
        </UploadContext>
        <Group gap="sm" className={css.actions}>
          <Button type="submit" loading={isBusy} color={release ? 'plum' : 'ink'} maw="min(100%, 24rem)">
            {mustCreate ? 'Create it again' : <SaveLabel release={release} />}
          </Button>
          {addsAnother && id === null && (
            <Button variant="default" disabled={isBusy} onClick={() => submit(true)}>
              Save and add another
            </Button>
          )}
          {onReset && (
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => {
                restart(null);
                onReset();
              }}
            >
              Reset
            </Button>
          )}
          <Text size="sm" c="dimmed" role="status">
            {uploads.isSaveWaiting && 'Saving after the upload of the picture …'}
          </Text>
          {row && view.path !== null && !release && <RecordHistory view={view} row={row} hasInput={isUnsaved} />}
        </Group>
      </Stack>
    </form>
  );
}

function draftOf(view: RecordView, row: Row | null): Draft {
  if (row) return valuesOf(view, row);
  return Object.fromEntries(view.fields.map(({ name }) => [name, view.initial[name]]));
}
