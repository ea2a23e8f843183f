import { Spotlight } from '@mantine/spotlight';
import { IconPencil } from '@tabler/icons-react';
import { foldText, wantedOf } from '../../../contract/find.ts';
import type { Entry } from './entry.ts';
import css from './spotlight.module.css';

interface Props {
  id: string;
  entry: Entry;
  query: string;
  isSelected: boolean;
  onPoint: () => void;
  onRun: () => void;
  /** Opens the thing in the page editor. */
  onEdit: () => void;
}

/** One line of the results: icon, title and text found, and where the thing is. */
export function EntryRow({ id, entry, query, isSelected, onPoint, onRun, onEdit }: Props) {
  const { Icon, title, place, excerpt, note, editorAddress } = entry;
  const option = (
    <Spotlight.Action
      role="option"
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      // Mantine drops an id.
      renderRoot={(props) => <button type="button" {...props} id={id} />}
      className={css.entry}
      onMouseMove={isSelected ? undefined : onPoint}
      onClick={onRun}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" className={css.icon} />
      <span className={css.words}>
        <span className={css.title} dir="auto">
          <Marked text={title} query={query} />
        </span>
        {excerpt !== undefined && (
          <span className={css.excerpt} dir="auto">
            <Marked text={excerpt} query={query} />
          </span>
        )}
      </span>
      {note !== undefined && <span className={css.note}>{note}</span>}
      {place !== '' && (
        <span className={css.place} dir="auto">
          {place}
        </span>
      )}
    </Spotlight.Action>
  );
  if (editorAddress === undefined) return option;
  return (
    <div className={css.pair} role="presentation">
      {option}
      {/* For pointers: a listbox has options only. By keyboard there are Ctrl+Enter and the button below the list. */}
      <button
        type="button"
        className={css.edit}
        data-selected={isSelected || undefined}
        aria-hidden="true"
        tabIndex={-1}
        title="Edit on the page"
        onMouseMove={isSelected ? undefined : onPoint}
        onClick={onEdit}
      >
        <IconPencil size={16} stroke={1.75} />
      </button>
    </div>
  );
}

/** A text with the typed words marked. */
function Marked({ text, query }: { text: string; query: string }) {
  const part = matchedPart(text, query);
  if (!part) return text;
  return (
    <>
      {text.slice(0, part.start)}
      <mark className={css.mark}>{text.slice(part.start, part.end)}</mark>
      {text.slice(part.end)}
    </>
  );
}

/** Where the typed text, or its first word that occurs, is in a text. */
function matchedPart(text: string, query: string): { start: number; end: number } | null {
  const folded = foldText(text);
  // Places in the folded text are those of the text only if both have the same length.
  if (folded.length !== text.length) return null;
  const wanted = wantedOf(query);
  const found = [wanted.text, ...wanted.words].find((part) => part !== '' && folded.includes(part));
  if (found === undefined) return null;
  const start = folded.indexOf(found);
  return { start, end: start + found.length };
}
