import type { RecordPath } from '../../../server/content/router.ts';
import { viewAt } from '../records/record-view.ts';

/** Noun for the rows of a record: 'plan'. */
export function nounOf(path: RecordPath): string {
  return viewAt(path)?.noun ?? 'item';
}

/** '1 unsaved change', '3 unsaved changes'. */
export function unsavedChanges(count: number): string {
  return `${count} unsaved ${count === 1 ? 'change' : 'changes'}`;
}

const listNames: Partial<Record<RecordPath, string>> = {
  'company.socialLinks': 'Social links',
  'menu.items': 'Menu entries',
  'hero.buttons': 'Buttons',
  'descriptions.items': 'Blocks',
  'pricing.features': 'Features',
  'team.socialLinks': 'Social links',
  'customers.feedback': 'Reviews',
};

/** Name of a record's list: 'Plans'. */
export function listName(path: RecordPath): string {
  const noun = nounOf(path);
  return listNames[path] ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
}
