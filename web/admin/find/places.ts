import {
  IconChecklist,
  IconExternalLink,
  IconKey,
  IconLayout,
  IconLogout,
  IconPalette,
  IconRocket,
  type TablerIcon,
} from '@tabler/icons-react';
import { rankOf, type Wanted } from '../../../contract/find.ts';
import type { Entry } from './entry.ts';
import { ownScreens, screenEntry } from './own-screens.ts';
import { screenWords } from './screen-words.ts';

/** Screens that a search shows. */
const maxScreens = 6;

/** The screens whose name, or another word for them, contains the text. */
export function findScreens(wanted: Wanted): Entry[] {
  return ranked(
    ownScreens().map((screen) => ({ entry: screenEntry(screen), words: screenWords[screen.path] ?? [] })),
    wanted,
  ).slice(0, maxScreens);
}

interface Action {
  entry: Entry;
  words: readonly string[];
  isForEveryone?: true;
}

/** What a user can do from everywhere. */
function actionsOf(isAdmin: boolean, logOut: () => void): Action[] {
  const action = (title: string, Icon: TablerIcon, address: string | null, words: readonly string[]): Action => ({
    entry: { id: `action ${title}`, Icon, title, place: '', address },
    words,
  });
  const everyones = [
    action('Change Password', IconKey, '/admin/changepassword', ['Security', 'New password', 'My account']),
    withRun(action('View page', IconExternalLink, null, ['Website', 'Public page', 'Show']), () =>
      window.open('/', '_blank', 'noopener'),
    ),
    withRun(action('Log out', IconLogout, null, ['Sign out', 'Logout', 'Leave']), logOut),
  ];
  if (!isAdmin) return everyones;
  return [
    action('Edit page', IconLayout, '/admin/page', ['Page editor', ...(screenWords.page ?? [])]),
    action('New release', IconRocket, '/admin/releases?edit=new', ['Add', 'Draft', 'Schedule', 'Publish later']),
    action('Theme', IconPalette, '/admin/page?panel=theme', [
      'Colours',
      'Colors',
      'Fonts',
      'Typeface',
      'Design',
      'Dark',
    ]),
    action('Checks', IconChecklist, '/admin/page?panel=checks', ['Broken links', 'Problems', 'Contrast', 'Errors']),
    ...everyones,
  ];
}

function withRun(action: Action, run: () => void): Action {
  return { ...action, entry: { ...action.entry, run } };
}

/** The actions of a user. */
export function allActions(isAdmin: boolean, logOut: () => void): Entry[] {
  return actionsOf(isAdmin, logOut).map(({ entry }) => entry);
}

/** The actions whose name, or another word for them, contains the text. */
export function findActions(wanted: Wanted, isAdmin: boolean, logOut: () => void): Entry[] {
  return ranked(actionsOf(isAdmin, logOut), wanted);
}

/** Entries that match, the best first; one that is found by another word shows the word. */
function ranked(entries: readonly { entry: Entry; words: readonly string[] }[], wanted: Wanted): Entry[] {
  return entries
    .flatMap(({ entry, words }) => {
      const own = rankOf(wanted, entry.title);
      if (own !== null) return [{ entry, rank: own }];
      const [best] = words
        .flatMap((word) => {
          const rank = rankOf(wanted, word);
          return rank === null ? [] : [{ word, rank }];
        })
        .toSorted((a, b) => a.rank - b.rank);
      return best ? [{ entry: { ...entry, excerpt: best.word }, rank: best.rank + 0.5 }] : [];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
