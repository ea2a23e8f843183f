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

/** Lists whose name on the page is another than in the tables. */
const pageNames: Partial<Record<RecordPath, string>> = {
  'descriptions.items': 'Blocks',
  'pricing.plans': 'Plans',
  'customers.feedback': 'Reviews',
};

/** Name of a record's list: 'Plans'. */
export function listName(path: RecordPath): string {
  return pageNames[path] ?? viewAt(path)?.rows ?? 'Items';
}
