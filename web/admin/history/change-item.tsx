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
              isOneOfSeveral={entries.length > 1}
              isBusy={isBusy}
              onRestore={entry.id === deleted?.id ? undefined : (fields) => void restoreEntry(entry.id, fields)}
            />
          ))}
          {shown.length < entries.length && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                setAll(true);
                document.getElementById(id)?.focus({ preventScroll: true });
              }}
            >
              Show all {entries.length} records
            </Button>
          )}
          <div className={css.actions}>
            {entries.length === 1 && newest.id !== deleted?.id && (
              <RestoreButton entry={newest} isBusy={isBusy} onRestore={() => void restoreEntry(newest.id)} />
            )}
            {canUndo(change) && (
              <Button size="xs" variant="default" loading={isUndoing} disabled={isBusy} onClick={() => void undo()}>
                Undo this change
              </Button>
            )}
            {onShowPage && (
              <Button size="xs" variant="default" id={`page-${newest.id}`} onClick={() => onShowPage(newest.id)}>
                Show the page after this change
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

interface EntryDetailsProps {
  entry: Entry;
  isOneOfSeveral: boolean;
  isBusy: boolean;
  onRestore: ((fields?: string[]) => void) | undefined;
}

/** The values of one row; among several rows, with a title and the button that restores them. */
function EntryDetails({ entry, isOneOfSeveral, isBusy, onRestore }: EntryDetailsProps) {
  return (
    <div className={css.entry}>
      {isOneOfSeveral && <p className={css.entryTitle}>{deedTextOf(entry)}</p>}
      {/* The sentence about a move names both places. */}
      {entry.action !== 'reorder' && (
        <FieldChanges
          entry={entry}
          isBusy={isBusy}
          onRestore={onRestore && isOutdated(entry) ? (field) => onRestore([field]) : undefined}
        />
      )}
      {isOneOfSeveral && onRestore && <RestoreButton entry={entry} isBusy={isBusy} onRestore={() => onRestore()} />}
    </div>
  );
}

/** True if the entry is an older version of a row that still exists. */
function isOutdated({ isNewest, isDeleted, action }: Entry): boolean {
  return !isNewest && !isDeleted && (action === 'create' || action === 'save');
}

interface RestoreButtonProps {
  entry: Entry;
  isBusy: boolean;
  onRestore: () => void;
}

/** Restores the version of an entry, unless the row is like this now. */
function RestoreButton({ entry, isBusy, onRestore }: RestoreButtonProps) {
  const { isDeleted, action } = entry;
  const isGone = isDeleted && action !== 'reorder';
  if (!isGone && !isOutdated(entry)) return null;
  return (
    <Button size="xs" variant="light" disabled={isBusy} onClick={onRestore}>
      {isGone ? 'Bring this version back' : 'Restore this version'}
      <VisuallyHidden> of {subjectOf(entry)}</VisuallyHidden>
    </Button>
  );
}
