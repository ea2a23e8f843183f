import { expect, test } from 'vitest';
import {
  type Change,
  canUndo,
  changesOf,
  deletedRoot,
  type Entry,
  sectionOf,
} from '../../web/admin/history/changes.ts';
import { ownSentenceOf, sentenceOf } from '../../web/admin/history/wording.ts';

let lastId = 0;
/** An entry with these properties, older than the entries made before. */
function entry(properties: Partial<Entry>): Entry {
  lastId -= 1;
  return {
    id: 1000 + lastId,
    revision: 1,
    record: 'features.items',
    name: 'Feature',
    rowId: -lastId,
    title: 'Lights',
    action: 'save',
    cause: 'edit',
    at: '2026-11-22T14:05:00.000Z',
    userName: 'Dana',
    values: {},
    changes: [],
    isNewest: true,
    isDeleted: false,
    ...properties,
  };
}

const field = (name: string, from: unknown = 'a', to: unknown = 'b') =>
  ({ field: name, label: name, kind: 'other', from, to }) as const;
const only = (...entries: Entry[]): Change => {
  const [change, ...others] = changesOf(entries);
  if (!change || others.length > 0) throw new Error('not one change');
  return change;
};
const said = (...entries: Entry[]) =>
  Object.values(sentenceOf(only(...entries)))
    .join(' ')
    .trim();

test('one entry: who did what to which record', () => {
  const fields = ['Title', 'Icon', 'Text', 'Link', 'IsActive'].map((name) => field(name));
  expect(said(entry({ changes: fields.slice(0, 1) }))).toBe('Dana changed Title of the feature “Lights”');
  expect(said(entry({ changes: fields.slice(0, 3) }))).toBe(
    'Dana changed Title, Icon and Text of the feature “Lights”',
  );
  expect(said(entry({ changes: fields }))).toBe('Dana changed Title, Icon and 3 more fields of the feature “Lights”');
  expect(said(entry({ action: 'create', title: '', name: 'Menu entry' }))).toBe('Dana added the menu entry');
  expect(said(entry({ action: 'create', cause: 'undo' }))).toBe('Dana brought back the feature “Lights”');
  expect(said(entry({ action: 'delete', cause: 'restore' }))).toBe('Dana removed the feature “Lights”');
  expect(said(entry({ action: 'reorder', changes: [field('position', 3, 1)] }))).toBe(
    'Dana moved the feature “Lights” from place 3 to 1',
  );
  expect(said(entry({ cause: 'undo', changes: [field('position', 1, 3)] }))).toBe(
    'Dana moved the feature “Lights” back from place 1 to 3',
  );
  expect(said(entry({ cause: 'account', userName: '', changes: [field('Twilio Client', 7, null)] }))).toBe(
    'Vitrine changed Twilio Client of the feature “Lights”',
  );
  expect(said(entry({ cause: 'start', userName: '' }))).toBe('First known version of the feature “Lights”');
  expect(ownSentenceOf(only(entry({ changes: fields.slice(0, 2) })))).toEqual({
    who: 'Dana',
    text: 'changed Title and Icon',
  });
});

test('entries of one revision are one line, with the deleted record first and its children counted', () => {
  const link = { record: 'team.socialLinks', name: 'Social link', action: 'delete', isDeleted: true } as const;
  const member = entry({
    record: 'team.members',
    name: 'Team member',
    title: 'Ada Field',
    action: 'delete',
    isDeleted: true,
  });
  const deletion = only(entry(link), entry(link), member);
  expect(said(...deletion.entries)).toBe('Dana deleted the team member “Ada Field” and 2 social links');
  expect([deletedRoot(deletion), sectionOf(deletion)]).toEqual([member, 'team']);
  expect(deletedRoot(only(entry({ ...link, isNewest: false })))).toBe(null);
  expect(said(entry({ action: 'reorder' }), entry({ action: 'reorder' }))).toBe('Dana moved 2 features');
  const feedback = { name: 'Feedback', cause: 'release' } as const;
  expect(said(entry(feedback), entry({ ...feedback, action: 'delete' }), entry(feedback))).toBe(
    'Dana published a release: changed 2 pieces of feedback and deleted the feedback “Lights”',
  );
  const company = { name: 'Company', record: 'company.heading', cause: 'restore' } as const;
  const mixed = only(entry(company), entry(company), entry({ cause: 'restore', action: 'delete' }));
  expect(sentenceOf(mixed).text).toBe(
    'returned the page to an earlier moment: changed 2 companies and removed the feature “Lights”',
  );
  expect(sectionOf(mixed)).toBe(undefined);
});

test('the state in which the history found the rows is a line of its own, which cannot be undone', () => {
  const found = entry({ cause: 'start', userName: '' });
  const changes = changesOf([entry({}), found]);
  expect(changes.map((change) => [change.entries.length, canUndo(change)])).toEqual([
    [1, true],
    [1, false],
  ]);
  expect(canUndo(only(entry({ isNewest: false })))).toBe(false);
});
