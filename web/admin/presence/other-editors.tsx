import { Avatar, VisuallyHidden } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { RecordView } from '../records/record-view.ts';
import { usePanelIsOpen, usePanelNote } from '../shell/panel.tsx';
import { type OpenForm, type OtherEditor, openForm } from './open-form.ts';
import css from './other-editors.module.css';
import { changeText, initialsOf, inOrder, presenceText } from './sentences.ts';

interface Props {
  view: RecordView;
  /** Undefined for a new row, which no one else can have open. */
  rowId: number | undefined;
  /** Receives the form's changes of a field. */
  ref: Ref<Pick<OpenForm, 'typed'>>;
  /** Contains the note; by default the panel's header does. */
  place?: HTMLElement | null;
}

/** Editors whose initials are shown. */
const maxAvatars = 3;

interface State {
  others: readonly OtherEditor[];
  /** Who has come and who has left. */
  change: string;
}

const noOne: State = { others: [], change: '' };

/** Shows below the panel's header, or in another place, who else has the row open. */
export function OtherEditors({ view, rowId, ref, place: ownPlace }: Props) {
  const panelNote = usePanelNote();
  const place = ownPlace ?? panelNote;
  const { others, change } = useOtherEditors(view, rowId, ref);
  if (!place) return null;
  return createPortal(
    <>
      <VisuallyHidden role="status">{change}</VisuallyHidden>
      {others.length > 0 && (
        <div className={css.note} title={others.map(({ name }) => name).join(', ')}>
          <span aria-hidden className={css.avatars}>
            {inOrder(others)
              .slice(0, maxAvatars)
              .map(({ name, isYou }) => (
                <Avatar key={`${name} ${isYou}`} size={20} variant="filled" color="ink" className={css.avatar}>
                  {initialsOf(name)}
                </Avatar>
              ))}
          </span>
          <span className={css.text}>{presenceText(others, view)}</span>
        </div>
      )}
    </>,
    place,
  );
}

/** Keeps the row's form open for others while the panel is open. */
function useOtherEditors(view: RecordView, rowId: number | undefined, ref: Props['ref']): State {
  const isOpen = usePanelIsOpen();
  const form = useRef<OpenForm>(null);
  const [state, setState] = useState(noOne);
  useImperativeHandle(ref, () => ({ typed: (field) => form.current?.typed(field) }), []);
  useEffect(() => {
    if (view.path === null || rowId === undefined || !isOpen) return;
    const opened = openForm({ record: view.path, rowId }, (others) =>
      setState((before) => (others ? { others, change: changeText(before.others, others, view) } : noOne)),
    );
    form.current = opened;
    return () => {
      form.current = null;
      opened.close();
      setState(noOne);
    };
  }, [view, rowId, isOpen]);
  return state;
}
