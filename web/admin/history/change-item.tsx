import { Badge, Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { LaterIcon } from '../shell/icons.tsx';
import { formatClock, formatTimestamp } from '../shell/time.ts';
import { type Change, canUndo, deletedRoot, type Entry, sectionNames, sectionOf } from './changes.ts';
import { FieldChanges } from './field-changes.tsx';
import css from './history.module.css';
import { undoOf } from './undo.ts';
import { useRestore } from './use-history.ts';
import { causeLabels, deedTextOf, ownSentenceOf, sentenceOf, subjectOf } from './wording.ts';

interface Props {
  change: Change;
  isOfOne: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onShowPage: ((entry: number) => void) | undefined;
}

/** Entries of one change that are shown at first. */
const shownEntries = 20;

/** One change: a line that opens to the differences, and buttons that restore. */
export function ChangeItem({ change, isOfOne, isOpen, onToggle, onShowPage }: Props) {
  const id = useId();
  const restore = useRestore();
  const [isUndoing, setUndoing] = useState(false);
  const [isAll, setAll] = useState(false);
  const { newest, entries } = change;
  const { who, text } = isOfOne ? ownSentenceOf(change) : sentenceOf(change);
  const deleted = deletedRoot(change);
  const section = sectionNames.get(sectionOf(change) ?? '');
  const cause = causeLabels[newest.cause];
  const isBusy = restore.isPending || isUndoing;
  const shown = isAll ? entries.toReversed() : entries.toReversed().slice(0, shownEntries);

  /** Restores; the pressed button may disappear with its reason, so the focus moves to the line. */
  async function restoreEntry(entry: number, fields?: string[]) {
    const isDone = await restore.mutateAsync({ entry, ...(fields && { fields }) }).then(
      () => true,
      // useRestore has shown the reason.
      () => false,
    );
    if (isDone) document.getElementById(id)?.focus();
  }

  async function undo() {
    setUndoing(true);
    await undoOf(newest.revision)?.();
    setUndoing(false);
    document.getElementById(id)?.focus();
  }

  return (
    <li className={css.change}>
      <div className={css.line}>
        <UnstyledButton
          id={id}
          className={css.summary}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-details` : undefined}
          onClick={onToggle}
        >
          <span className={css.arrow} data-open={isOpen || undefined}>
            <LaterIcon />
          </span>
          <time dateTime={String(newest.at)} title={formatTimestamp(newest.at)} className={css.time}>
            {formatClock(newest.at)}
          </time>
          <span className={css.sentence}>
            {who !== '' && <strong>{who}</strong>} {text}
            {cause && (
              <Badge size="xs" variant="default" ms="xs">
                {cause}
              </Badge>
            )}
          </span>
          {section !== undefined && !isOfOne && (
            <span className={css.section}>
              <VisuallyHidden>in </VisuallyHidden>
              {section}
            </span>
          )}
        </UnstyledButton>
        {deleted && (
          <Button
            size="compact-sm"
            variant="light"
            loading={restore.isPending}
            onClick={() => void restoreEntry(deleted.id)}
          >
            Bring back<VisuallyHidden> {subjectOf(deleted)}</VisuallyHidden>
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={`${id}-details`} className={css.details}>
          {shown.map((entry) => (
            <EntryDetails
              key={entry.id}
              entry={entry}
              hasTitle={entries.length > 1}
              isBusy={isBusy}
              onRestore={entry.id === deleted?.id ? undefined : (fields) => void restoreEntry(entry.id, fields)}
            />
          ))}
          {shown.length < entries.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
              Show all {entries.length} records
            </Button>
          )}
          {(onShowPage || canUndo(change)) && (
            <div className={css.actions}>
              {onShowPage && (
                <Button size="xs" variant="default" id={`page-${newest.id}`} onClick={() => onShowPage(newest.id)}>
                  Show the page after this change
                </Button>
              )}
              {canUndo(change) && (
                <Button size="xs" variant="default" loading={isUndoing} disabled={isBusy} onClick={() => void undo()}>
                  Undo this change
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </li>
  );
}

interface EntryDetailsProps {
  entry: Entry;
  hasTitle: boolean;
  isBusy: boolean;
  onRestore: ((fields?: string[]) => void) | undefined;
}

/** The values of one row, with the buttons that restore them unless the row is like this now. */
function EntryDetails({ entry, hasTitle, isBusy, onRestore }: EntryDetailsProps) {
  const { isNewest, isDeleted, action } = entry;
  const isOld = !isNewest && !isDeleted && (action === 'create' || action === 'save');
  const label = isDeleted && action !== 'reorder' ? 'Bring this version back' : isOld ? 'Restore this version' : null;
  return (
    <div className={css.entry}>
      {hasTitle && <p className={css.entryTitle}>{deedTextOf(entry)}</p>}
      {/* The sentence names both places. */}
      {action !== 'reorder' && (
        <FieldChanges
          entry={entry}
          isBusy={isBusy}
          onRestore={isOld && onRestore ? (field) => onRestore([field]) : undefined}
        />
      )}
      {label && onRestore && (
        <Button size="xs" variant="light" disabled={isBusy} onClick={() => onRestore()}>
          {label}
        </Button>
      )}
    </div>
  );
}
