import './libraries.css';
import { Kbd, Loader, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { findLimits, wantedOf } from '../../../contract/find.ts';
import { layers } from '../theme.ts';
import type { Entry, EntryGroup } from './entry.ts';
import { EntryRow } from './entry-row.tsx';
import { allActions, findActions, findScreens } from './places.ts';
import { rememberOpened } from './recent.ts';
import { recentEntries } from './recent-entries.ts';
import { logEntry } from './results.ts';
import css from './spotlight.module.css';
import { type FoundByServer, useFound } from './use-found.ts';

export interface SpotlightProps {
  /** Counts how often Spotlight was opened; each new number opens it. */
  openings: number;
  isAdmin: boolean;
  onLogOut: () => void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const [store, control] = createSpotlight();

/**
 * Finds screens, actions, and what the server knows, by keyboard or pointer. Mantine's component gives the dialog, the
 * field and the rows; its list only knows what it shows by the DOM, so the selection is kept here, in the pattern of a
 * combobox (ARIA).
 */
export default function FindSpotlight({ openings, isAdmin, onLogOut }: SpotlightProps) {
  const { query, opened } = useSpotlight(store);
  useEffect(() => {
    if (openings > 0) control.open();
  }, [openings]);
  useEffect(() => () => control.close(), []);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      size={640}
      yOffset="clamp(0.75rem, 8vw - 1rem, 7rem)"
      xOffset="0.75rem"
      zIndex={layers.find}
      overlayProps={{ backgroundOpacity: 0.35, blur: 2 }}
      transitionProps={{ duration: 120, transition: 'pop' }}
      closeOnActionTrigger={false}
      // The field handles Esc, so that a panel below stays open.
      closeOnEscape={false}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
      classNames={{ content: css.content, body: css.body, search: css.search }}
    >
      {opened && <Results query={query} isAdmin={isAdmin} onLogOut={onLogOut} />}
    </Spotlight.Root>
  );
}

interface ResultsProps extends Omit<SpotlightProps, 'openings'> {
  query: string;
}

function Results({ query, isAdmin, onLogOut }: ResultsProps) {
  const router = useRouter();
  const found = useFound(query, isAdmin);
  const groups = useGroups(query, isAdmin, onLogOut, found.groups);
  const entries = groups.flatMap((group) => group.entries);
  const [selection, setSelection] = useState({ query, id: '' });
  // Typing selects the best result again; an answer that arrives later keeps the selected one.
  const known = selection.query === query ? entries.findIndex(({ id }) => id === selection.id) : 0;
  const selected = Math.max(0, known);
  const list = useRef<HTMLDivElement>(null);
  const ids = useId();
  const hasEntries = entries.length > 0;
  const optionId = (entry: Entry) => `${ids}${entries.indexOf(entry)}`;
  useEffect(() => {
    if (selected >= 0) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  function run(entry: Entry | undefined, isInEditor = false) {
    if (!entry) return;
    const { address, editorAddress } = entry;
    control.close();
    // After the dialog has given the focus back: a panel that opens takes it.
    setTimeout(() => {
      if (address === null) return entry.run?.();
      rememberOpened({ ...entry, address });
      router.history.push((isInEditor && editorAddress) || address);
    }, 20);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const select = (place: number) => {
      event.preventDefault();
      setSelection({ query, id: entries.at(place % entries.length)?.id ?? '' });
    };
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape' || (isCommand && event.key.toLowerCase() === 'k')) {
      event.preventDefault();
      event.stopPropagation();
      control.close();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(entries[selected], isCommand);
    } else if (!hasEntries) return;
    else if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected - 1);
    else if (event.key === 'PageDown') select(Math.min(selected + 5, entries.length - 1));
    else if (event.key === 'PageUp') select(Math.max(selected - 5, 0));
  }

  const current = entries[selected];
  const text = query.trim();
  return (
    <>
      <Spotlight.Search
        placeholder={isAdmin ? 'Find screens, texts, servers, people …' : 'Find screens, servers, contacts …'}
        aria-label="Find anything"
        maxLength={findLimits.maxLength}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasEntries}
        aria-controls={hasEntries ? `${ids}list` : undefined}
        aria-activedescendant={current && optionId(current)}
        // Leaves Esc to the field: neither Spotlight nor a panel below takes the key.
        data-mantine-stop-propagation="true"
        data-autofocus
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        rightSection={(found.isWaiting || found.isReadingOn) && <Loader size={16} aria-hidden="true" />}
        onKeyDown={press}
      />
      {hasEntries && (
        <div ref={list} role="listbox" id={`${ids}list`} aria-label="Results" className={css.list}>
          {groups.map(({ title, entries: own }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
            <div key={title} role="group" aria-label={title} className={css.group}>
              <div className={css.groupTitle} aria-hidden="true">
                {title}
              </div>
              {own.map((entry) => (
                <EntryRow
                  key={entry.id}
                  id={optionId(entry)}
                  entry={entry}
                  query={query}
                  isSelected={entry === current}
                  onPoint={() => setSelection({ query, id: entry.id })}
                  onRun={() => run(entry)}
                  onEdit={() => run(entry, true)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {found.problem !== null && (
        <p role="alert" className={css.problem}>
          The search did not work. {found.problem}
        </p>
      )}
      {found.isReadingOn && <p className={css.older}>Searching older rows …</p>}
      {!hasEntries && !found.isWaiting && !found.isReadingOn && found.problem === null && (
        <div className={css.empty}>
          <p className={css.emptyTitle}>Nothing found for “{text}”</p>
          <p className={css.emptyHint}>
            {isAdmin
              ? 'Try a word from a title or a text of the page, a screen, a server, a person or a number.'
              : 'Try the name of a screen or a server, or a contact’s name or number.'}
          </p>
        </div>
      )}
      <VisuallyHidden role="status">{statusOf(text, entries.length, found)}</VisuallyHidden>
      <div className={css.footer}>
        <div className={css.keys} aria-hidden="true">
          <span>
            <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> move
          </span>
          <span>
            <Kbd size="xs">↵</Kbd> open
          </span>
          <span>
            <Kbd size="xs">Esc</Kbd> close
          </span>
        </div>
        {current?.editorAddress !== undefined && (
          <UnstyledButton
            className={css.editSelected}
            aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
            onClick={() => run(current, true)}
          >
            <VisuallyHidden>{current.title}: </VisuallyHidden>Edit on the page
            <Kbd size="xs" aria-hidden="true">
              {isApple ? '⌘ ↵' : 'Ctrl ↵'}
            </Kbd>
          </UnstyledButton>
        )}
      </div>
    </>
  );
}

/** What screen readers announce: the number of results at first, and once more when all rows have been searched. */
function statusOf(text: string, count: number, { isWaiting, isReadingOn }: FoundByServer): string {
  if (text === '' || isWaiting) return '';
  const results = count === 1 ? '1 result' : `${count} results`;
  return isReadingOn ? `${results} so far. Searching older rows.` : results;
}

/** What the list shows: without a text what was opened last, and actions. */
function useGroups(query: string, isAdmin: boolean, onLogOut: () => void, found: readonly EntryGroup[]): EntryGroup[] {
  const { href } = useLocation();
  const wanted = wantedOf(query);
  const log = logEntry(query);
  const groups: EntryGroup[] =
    query.trim() === ''
      ? [
          { title: 'Recent', entries: recentEntries(href) },
          { title: 'Actions', entries: allActions(isAdmin, onLogOut) },
        ]
      : [
          { title: 'Screens', entries: findScreens(wanted) },
          { title: 'Actions', entries: findActions(wanted, isAdmin, onLogOut) },
          ...found,
          { title: 'Elsewhere', entries: log ? [log] : [] },
        ];
  return groups.filter(({ entries }) => entries.length > 0);
}
