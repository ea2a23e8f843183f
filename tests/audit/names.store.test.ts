import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everyAuditEntry, readAuditEntry, readAuditPage } from '../../core/audit/list.ts';
import { eraseFromAudit } from '../../core/privacy/erase-audit.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeSetup, type Setup } from '../health/setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
});
afterEach(() => setup.remove());

const filter = { userName: '', section: '', text: '', from: null, until: null };
const rows = async (text = '') => (await readAuditPage(setup.deps.db, { ...filter, text, page: 1 })).rows;
const newest = async () => (await rows())[0];

test('an entry has the name of its record where the change shows it, and is found by the name', async () => {
  const account = await setup.addAccount();
  const contact = await setup.addContact(account.id);
  expect(await newest()).toMatchObject({ record: 'SMS contact', recordName: 'Contact +15005551001' });
  const values = { twilioPhoneNumber: '+15005551001', friendlyName: 'Night shift', isActive: true };
  await setup.admin.telephony.contacts.save({ id: contact, values });
  expect(await newest()).toMatchObject({ recordId: String(contact), recordName: 'Night shift' });
  await setup.admin.telephony.contacts.delete({ id: contact });
  // The name of a deleted row stays.
  const [deleted] = await rows('night shift');
  expect(deleted).toMatchObject({ action: 'telephony.contacts.delete', recordName: 'Night shift' });
  const [stored] = await setup.deps.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(stored?.search.split('\n')).toContain('night shift');
  // An API token in a name is masked.
  const token = `vt_${'x'.repeat(40)}`;
  await setup.admin.telephony.contacts.save({ parentId: account.id, values: { ...values, friendlyName: token } });
  expect(await newest()).toMatchObject({ recordName: 'vt_…' });
});

test('where the change shows no name, the entry has the name that the row has now', async () => {
  const mill = await setup.addServer({ name: 'Mill' });
  await setup.admin.health.pause({ id: mill.id, isPaused: true });
  expect(await newest()).toMatchObject({ record: 'Monitored server', recordName: 'Mill' });
  await mill.change({ name: 'Old mill' });
  const [, pause] = await rows();
  expect(pause).toMatchObject({ action: 'health.pause', recordName: 'Old mill' });
  // Before names were stored, content too had an id only.
  await setup.deps.db.update(auditEntries).set({ recordName: '' });
  expect(await newest()).toMatchObject({ record: 'Client', recordName: 'Old mill' });
  const exported = [];
  for await (const entry of everyAuditEntry(setup.deps.db, filter)) exported.push(entry.recordName);
  expect(exported.slice(0, 2)).toEqual(['Old mill', 'Old mill']);
  await setup.admin.clients.items.delete({ id: mill.id });
  expect((await rows())[1]).toMatchObject({ action: 'clients.items.save', recordName: '' });
});

test('an action without a recorded change names its record too', async () => {
  const account = await setup.addAccount();
  const now = setup.clock.now();
  const entry = { at: new Date(Number(now) + 1000), userId: 1, userName: 'ada', role: 'Admin' as const, ip: '' };
  const action = 'telephony.clients.sync';
  await setup.deps.db.insert(auditEntries).values({
    ...entry,
    requestId: '',
    section: 'telephony',
    action,
    recordId: String(account.id),
    outcome: 'done',
    changes: [],
  });
  expect(await newest()).toMatchObject({ record: 'SMS account', recordName: 'Project 2' });
});

test('ids of accounts in values have their names in the detail', async () => {
  await addSignedIn(setup.deps, 'Admin');
  const account = await setup.addAccount();
  const invitation = { firstName: 'Mira', lastName: 'Quay', email: '', role: 'Client', way: 'shown' } as const;
  await setup.admin.users.invite({ ...invitation, userName: 'mira', telephonyClientId: account.id });
  const entry = await readAuditEntry(setup.deps.db, (await newest())?.id ?? 0);
  expect(entry).toMatchObject({ record: 'User', recordName: 'mira' });
  expect(entry.changes).toContainEqual({ field: 'smsAccount', to: `Project 2 (${account.id})` });
});

test('an erased person’s name goes from the entries', async () => {
  const account = await setup.addAccount();
  const contact = await setup.addContact(account.id, '+15005551007');
  const other = await setup.addContact(account.id, '+15005551008');
  await eraseFromAudit(setup.deps.db, { name: null, emails: [], numbers: ['+15005551007'] }, [contact]);
  const stored = (id: number) =>
    setup.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, String(id)));
  const erased = (await stored(contact)).filter(({ record }) => record === 'SMS contact');
  expect(erased).toMatchObject([{ recordName: '' }]);
  expect(JSON.stringify(erased)).not.toContain('15005551007');
  const kept = (await stored(other)).filter(({ record }) => record === 'SMS contact');
  expect(kept).toMatchObject([{ recordName: 'Contact +15005551008' }]);
});
