import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maskedToken } from '../../contract/telephony.ts';
import { beginHistory } from '../../core/history/begin.ts';
import { markContact } from '../../core/telephony/delivery-status.ts';
import { dialect } from '../../db/dialect.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
});
afterEach(() => setup.remove());

const values = {
  twilioPhoneNumber: '+1 (500) 777-0001',
  phoneNumber: '0044 20 7946 0018',
  projectName: 'Ferry',
  accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
  authToken: 'a-very-secret-token-0123',
  isActive: true,
  isDefault: false,
};
const person = { firstName: 'Mira', lastName: 'Holt', userName: 'Mira', password: 'tide table' };
const save = (changes: object = {}, target: object = {}) =>
  setup.admin.telephony.clients.save({ ...target, values: { ...values, ...changes } });
const list = () => setup.admin.telephony.clients.list({});
const conflict = { code: 'CONFLICT' };
const failing = (changes: Record<string, unknown>) =>
  save(changes).then(
    () => null,
    (error: { cause?: { issues?: { path: PropertyKey[] }[] } }) => error.cause?.issues?.map(({ path }) => path.at(-1)),
  );

describe('accounts', () => {
  test('numbers may be typed in several ways and are stored in one form', async () => {
    await save();
    expect((await list())[0]).toMatchObject({ twilioPhoneNumber: '+15007770001', phoneNumber: '+442079460018' });
  });

  test.each([
    ['twilioPhoneNumber', '5007770001'],
    ['twilioPhoneNumber', '+0500777'],
    ['twilioPhoneNumber', '+12345678901234567'],
    ['phoneNumber', '+1500 ask Mira'],
    ['accountSid', 'AC123'],
    ['accountSid', `SM${'0'.repeat(32)}`],
    ['authToken', 'short'],
    ['authToken', ''],
    ['projectName', ''],
  ])('%s refuses %s', async (field, value) => {
    expect(await failing({ [field]: value })).toContain(field);
  });

  test('the token is encrypted at rest and never returned', async () => {
    const { id } = await save();
    const [stored] = await setup.deps.db.select().from(telephonyClients);
    expect(stored?.authToken).not.toContain(values.authToken);
    expect(stored?.authToken).toMatch(/^[0-9a-f]{8}\./);
    expect(JSON.stringify(await list())).not.toContain(values.authToken);
    expect((await list())[0]?.authToken).toBe(maskedToken);
    await save({ authToken: maskedToken, projectName: 'Ferries' }, { id });
    expect((await setup.deps.db.select().from(telephonyClients))[0]?.authToken).toBe(stored?.authToken);
    await expect(save({ authToken: maskedToken })).rejects.toThrow('AuthToken is required');
  });

  test.runIf(dialect === 'sqlite')('the token is in no file, and only the owner can read the secret file', async () => {
    await save();
    const { dataDir } = setup.store;
    for (const file of ['vitrine.sqlite', 'vitrine.sqlite-wal'])
      expect(await readFile(join(dataDir, file), 'latin1')).not.toContain(values.authToken);
    expect((await stat(join(dataDir, 'app-secret'))).mode & 0o777).toBe(0o600);
  });

  test('at most one account is the default, and it cannot be deleted', async () => {
    const { id: first } = await save({ isDefault: true });
    const { id: second } = await save({ isDefault: true, projectName: 'Second' });
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [first, false],
      [second, true],
    ]);
    await expect(setup.admin.telephony.clients.delete({ id: second })).rejects.toThrow(
      'You Cannot Delete Default Number.',
    );
    await save({ isDefault: true }, { id: first });
    await setup.admin.telephony.clients.delete({ id: second });
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([[first, true]]);
  });

  test('a save based on an old version is a conflict and changes nothing, not even the default', async () => {
    const { id: first } = await save({ isDefault: true });
    const { id, version } = await save({ projectName: 'Second' });
    await save({ projectName: 'Theirs' }, { id, version });
    await expect(save({ projectName: 'Mine', isDefault: true }, { id, version })).rejects.toThrow('in the meantime');
    expect((await list()).find((row) => row.id === first)?.isDefault).toBe(true);
  });

  test('a new client creates a user and an account, both or neither', async () => {
    const { id } = await setup.admin.telephony.clients.create({ values: { ...values, ...person } });
    expect(await setup.admin.telephony.choices()).toEqual([{ id, label: 'Mira Holt - Ferry' }]);
    const [user] = await setup.deps.db.select().from(users).where(eq(users.userNameKey, 'mira'));
    expect(user).toMatchObject({ role: 'Client', telephonyClientId: id, firstName: 'Mira' });
    const again = { ...values, ...person, userName: 'MIRA' };
    await expect(setup.admin.telephony.clients.create({ values: again })).rejects.toThrow('taken');
    expect((await list()).length).toBe(1);
  });

  test('credentials are checked in the background and the panel shows the result', async () => {
    await setup.deps.queue.pause();
    const { id } = await save();
    expect((await list())[0]).toMatchObject({ credentials: 'unchecked' });
    await setup.deps.queue.resume();
    await setup.settled();
    expect((await list())[0]).toMatchObject({
      credentials: 'refused',
      credentialsProblem: expect.stringContaining('20003'),
    });
    const { accountSid, authToken } = setup.twilio.addAccount();
    await save({ accountSid, authToken }, { id });
    await setup.settled();
    expect((await list())[0]).toMatchObject({ credentials: 'accepted', credentialsProblem: null });
  });

  test('a save with the masked token checks refused credentials again, of an inactive account too', async () => {
    const { accountSid, authToken } = setup.twilio.addAccount();
    const neighbour = await setup.addNeighbour();
    setup.twilio.accounts.set(accountSid, 'not-yet-this-one');
    const { id } = await save({ accountSid, authToken, isActive: false });
    await setup.settled();
    const state = async () => (await list()).find((row) => row.id === id)?.credentials;
    expect(await state()).toBe('refused');
    setup.twilio.accounts.set(accountSid, authToken);
    await save({ accountSid, authToken: maskedToken, isActive: false }, { id });
    await setup.settled();
    expect(await state()).toBe('accepted');
    // Credentials that the provider refuses later are noticed at a save too, and checked again on schedule.
    setup.twilio.accounts.set(accountSid, 'revoked');
    await save({ accountSid, authToken: maskedToken, isActive: false }, { id });
    await setup.settled();
    expect(await state()).toBe('refused');
    setup.twilio.accounts.set(accountSid, authToken);
    await setup.elapse(900);
    expect(await state()).toBe('accepted');
    await neighbour.expectUntouched();
  });

  test('a save does not wait for an unresponsive provider', async () => {
    setup.twilio.mishaps.read.push('hang-before');
    const { accountSid, authToken } = setup.twilio.addAccount();
    const start = performance.now();
    await save({ accountSid, authToken });
    expect(performance.now() - start).toBeLessThan(2000);
    expect((await list())[0]).toMatchObject({ credentials: 'unchecked' });
    // End the pending call, so that the setup can be removed.
    await setup.twilio.stop();
  });

  test('deleting an account also deletes its contacts, its users and every reference', async () => {
    const { id } = await setup.admin.telephony.clients.create({ values: { ...values, ...person } });
    await setup.addContact(id);
    const { db } = setup.deps;
    const [heading] = await db
      .insert(clientHeadings)
      .values({ title: 'Clients', subTitle: '', isActive: true })
      .returning();
    const client = { name: 'Ferry', displayOrder: 1, isActive: true, showOnHomePage: true, telephonyClientId: id };
    const { id: other } = await save({ projectName: 'Other' });
    const [linked, ...others] = await db
      .insert(clients)
      .values(
        [id, other, null].map((telephonyClientId, position) => ({
          ...{ ...client, telephonyClientId, position },
          parentId: heading?.id ?? 0,
        })),
      )
      .returning();
    await beginHistory(db, setup.clock.now());
    const historyOf = async (rowId = 0) =>
      (await setup.admin.history.list({ record: 'clients.items', rowId })).map(({ cause, userName, changes }) => ({
        cause,
        userName,
        changes: cause === 'account' ? changes : [],
      }));
    const message = {
      telephonyClientId: id,
      fromNumber: '+15007770001',
      toNumber: '+15005551001',
      rank: 3,
      status: 'queued',
    } as const;
    for (const delivery of ['waiting', 'handing-over', 'done'] as const)
      await db.insert(telephonyMessages).values({
        ...message,
        delivery,
        eventKey: delivery,
        accountSid: values.accountSid,
        createdOn: setup.clock.now(),
      });
    await setup.admin.telephony.clients.delete({ id });
    const error = { message: 'The account has been deleted.' };
    expect(await db.select().from(telephonyMessages).orderBy(asc(telephonyMessages.id))).toMatchObject([
      { eventKey: 'waiting', status: 'canceled', rank: 7, delivery: 'done', error },
      { eventKey: 'handing-over', status: 'queued', rank: 3, delivery: 'done', error },
      { eventKey: 'done', status: 'queued', rank: 3, delivery: 'done', error: null },
    ]);
    expect(await db.select().from(telephonyContacts)).toEqual([]);
    expect(await db.select().from(users)).toEqual([]);
    const rows = await db.select().from(clients).orderBy(clients.id);
    expect(rows).toEqual([{ ...linked, telephonyClientId: null, version: 2 }, ...others]);
    // The history of the clients: a version with its own cause, and none for the neighbours.
    const field = { field: 'telephonyClientId', label: expect.any(String), kind: 'other' };
    const begun = { cause: 'start', userName: '', changes: [] };
    expect(await historyOf(linked?.id)).toEqual([
      { cause: 'account', userName: 'admin', changes: [{ ...field, from: id, to: null }] },
      begun,
    ]);
    for (const one of others) expect(await historyOf(one.id)).toEqual([begun]);
  });
});

describe('one account', () => {
  test('is listed with its name, its contacts, its jobs and its import', async () => {
    await setup.deps.queue.pause();
    const [{ id }, { id: other }] = [await save(), await save({ projectName: 'Second' })];
    await setup.addContact(id, '+15005551001');
    await setup.addContact(id, '+15005551002');
    await setup.deps.db.update(telephonyClients).set({ clientName: 'Mira Holt' }).where(eq(telephonyClients.id, other));
    const [first, second] = await list();
    expect(first).toMatchObject({
      id,
      clientName: 'Ferry',
      projectName: 'Ferry',
      authToken: maskedToken,
      contacts: 2,
      check: { credentials: 'unchecked', job: { state: 'waiting' } },
      sync: { telephonyClientId: id, job: null, rows: 0, lastSuccessAt: null, lastError: null },
    });
    expect(first).not.toHaveProperty('createdAt');
    expect(second).toMatchObject({
      id: other,
      clientName: 'Mira Holt',
      contacts: 0,
      sync: { telephonyClientId: other },
    });
    expect(await setup.admin.telephony.choices()).toEqual([
      { id, label: 'Ferry' },
      { id: other, label: 'Mira Holt - Second' },
    ]);
    // Accounts that were created at the same time may share a position: the older one is first.
    await setup.deps.db.update(telephonyClients).set({ position: 1 });
    expect((await list()).map((row) => row.id)).toEqual([id, other]);
    expect((await setup.admin.telephony.choices()).map((row) => row.id)).toEqual([id, other]);
  });

  test('that does not exist cannot be saved, deleted or imported; one that is not active cannot be imported', async () => {
    const { clients: accounts } = setup.admin.telephony;
    const missing = { code: 'NOT_FOUND' };
    await expect(save({}, { id: 999 })).rejects.toMatchObject(missing);
    await expect(accounts.delete({ id: 999 })).rejects.toMatchObject(missing);
    await expect(accounts.sync({ id: 999 })).rejects.toMatchObject(missing);
    const { id } = await save({ isActive: false });
    await expect(accounts.sync({ id })).rejects.toMatchObject(conflict);
    expect((await list()).length).toBe(1);
  });

  test('keeps accepted credentials until its SID or token changes', async () => {
    const credentials = setup.twilio.addAccount();
    const { id } = await save(credentials);
    await setup.settled();
    await setup.deps.queue.pause();
    const state = async () => (await list())[0]?.credentials;
    await save({ ...credentials, authToken: maskedToken, projectName: 'Quay' }, { id });
    expect(await state()).toBe('accepted');
    const accept = () => setup.deps.db.update(telephonyClients).set({ credentials: 'accepted' });
    await save({ authToken: maskedToken }, { id });
    expect(await state()).toBe('unchecked');
    await accept();
    await save({ authToken: 'a-new-token' }, { id });
    expect(await state()).toBe('unchecked');
    await accept();
    await save({ ...credentials }, { id });
    expect(await state()).toBe('unchecked');
  });

  test('whose save is based on an old version is sent back as it is, without its token', async () => {
    const { id, version } = await save();
    const { version: next } = await save({ projectName: 'Theirs' }, { id, version });
    expect(next).toBe(version + 1);
    const refused = save({ projectName: 'Mine' }, { id, version });
    await expect(refused).rejects.toMatchObject({
      ...conflict,
      cause: { current: { projectName: 'Theirs', version: next, authToken: maskedToken } },
    });
    await save({ projectName: 'Without a version' }, { id });
    expect((await list())[0]).toMatchObject({ projectName: 'Without a version', version: next + 1 });
  });

  test('that is created, saved or deleted is named in the audit log', async () => {
    const { clients: accounts } = setup.admin.telephony;
    const { id } = await save();
    await save({ projectName: 'Quay' }, { id });
    const { id: created } = await accounts.create({ values: { ...values, ...person } });
    await accounts.delete({ id });
    const entries = await setup.deps.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
    expect(entries.map(({ action, record, recordId }) => [action, record, recordId])).toEqual([
      ['telephony.clients.save', 'SMS account', String(id)],
      ['telephony.clients.save', 'SMS account', String(id)],
      ['telephony.clients.create', 'SMS account', String(created)],
      ['telephony.clients.delete', 'SMS account', String(id)],
    ]);
    expect(entries[1]?.fields).toBe('projectName, authToken');
    expect(entries[3]?.changes).toContainEqual({ field: 'projectName', from: 'Quay' });
  });

  test('is created once for a key; other values under the key correct it, or are refused for a new client', async () => {
    const { clients: accounts } = setup.admin.telephony;
    // The first user has the id of the set-up's Admin: a key belongs to an existing user.
    const boss = { userName: 'Boss', userNameKey: 'boss', passwordHash: '', role: 'Admin' } as const;
    await setup.deps.db.insert(users).values({ ...boss, createdAt: setup.clock.now() });
    const request = { values: { ...values, ...person }, key: 'a'.repeat(32) };
    const first = await accounts.create(request);
    expect(await accounts.create(request)).toEqual(first);
    const other = { ...request, values: { ...request.values, projectName: 'Other' } };
    await expect(accounts.create(other)).rejects.toMatchObject(conflict);
    const key = 'b'.repeat(32);
    const second = await save({ projectName: 'Second' }, { key });
    expect(await save({ projectName: 'Second' }, { key })).toEqual(second);
    expect(await save({ projectName: 'Corrected' }, { key })).toEqual({ id: second.id, version: 2 });
    expect((await list()).map(({ id, projectName }) => [id, projectName])).toEqual([
      [first.id, 'Ferry'],
      [second.id, 'Corrected'],
    ]);
    const entries = await setup.deps.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
    expect(entries.map(({ recordId }) => recordId)).toEqual(
      [first, first, second, second, second].map(({ id }) => String(id)),
    );
  });

  test('has a user whose password is not the name; a new default takes the place of the old one', async () => {
    const { clients: accounts } = setup.admin.telephony;
    const named = { ...values, ...person, password: 'MIRA HOLT', userName: 'Mira Holt' };
    await expect(accounts.create({ values: named })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await list()).toEqual([]);
    const { id: first } = await save({ isDefault: true });
    const { id: second } = await accounts.create({ values: { ...values, ...person, isDefault: true } });
    await save({ projectName: 'Not the default' });
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toMatchObject([
      [first, false],
      [second, true],
      [second + 1, false],
    ]);
  });

  test('is deleted without any change of another one', async () => {
    const { db } = setup.deps;
    const { id } = await setup.admin.telephony.clients.create({ values: { ...values, ...person } });
    const neighbour = await setup.addNeighbour();
    const ofNeighbour = { telephonyClientId: neighbour.id } as const;
    const user = { passwordHash: '', createdAt: setup.clock.now() };
    await db.insert(users).values([
      { ...user, ...ofNeighbour, userName: 'Nils', userNameKey: 'nils', role: 'Client' },
      { ...user, userName: 'Boss', userNameKey: 'boss', role: 'Admin', telephonyClientId: id },
    ]);
    const [heading] = await db
      .insert(clientHeadings)
      .values({ title: 'Clients', subTitle: '', isActive: true })
      .returning();
    const client = { displayOrder: 1, isActive: true, showOnHomePage: true, parentId: heading?.id ?? 0 };
    await db.insert(clients).values([
      { ...client, name: 'Own', telephonyClientId: id },
      { ...client, ...ofNeighbour, name: 'Of the neighbour' },
    ]);
    const message = { fromNumber: '', toNumber: '', rank: 3, status: 'queued', accountSid: '' } as const;
    const messages = (['waiting', 'handing-over'] as const).map((delivery) => ({
      ...message,
      ...ofNeighbour,
      delivery,
      eventKey: delivery,
      createdOn: setup.clock.now(),
    }));
    const stored = await db.insert(telephonyMessages).values(messages).returning();
    await setup.admin.telephony.clients.delete({ id });
    const left = await db.select().from(telephonyMessages).orderBy(asc(telephonyMessages.id));
    expect(left.slice(-2)).toEqual(stored);
    expect(
      (await db.select().from(users).orderBy(asc(users.id))).map((one) => [one.userName, one.telephonyClientId]),
    ).toEqual([
      ['Nils', neighbour.id],
      ['Boss', null],
    ]);
    const rows = await db.select().from(clients).orderBy(asc(clients.id));
    expect(rows.map((row) => [row.name, row.telephonyClientId, row.version])).toEqual([
      ['Own', null, 2],
      ['Of the neighbour', neighbour.id, 1],
    ]);
    await db.delete(telephonyMessages).where(eq(telephonyMessages.status, 'queued'));
    await neighbour.expectUntouched();
  });
});

describe('one contact', () => {
  const contact = { twilioPhoneNumber: '+15005553001', friendlyName: 'Ann', isActive: true };
  const contacts = () => setup.admin.telephony.contacts;

  test('needs an account that exists', async () => {
    await expect(contacts().save({ values: contact })).rejects.toThrow('Client/Project Name is required');
    await expect(contacts().save({ parentId: 999, values: contact })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(contacts().save({ id: 999, values: contact })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(contacts().delete({ id: 999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is saved, moved and deleted alone', async () => {
    const [first, second] = [await setup.addAccount(), await setup.addAccount()];
    await setup.addContact(first.id);
    const { id, version } = await contacts().save({ parentId: first.id, values: contact });
    const others = async () => (await contacts().list({})).filter((row) => row.id !== id);
    const before = await others();
    const mine = async () => (await contacts().list({})).find((row) => row.id === id);
    expect(version).toBe(1);
    expect(await mine()).toMatchObject({ ...contact, clientName: 'Project 1', notice: null });
    await contacts().save({ id, values: { ...contact, friendlyName: 'Anna' } });
    expect(await mine()).toMatchObject({ friendlyName: 'Anna', parentId: first.id, version: 2 });
    await contacts().save({ id, parentId: second.id, values: contact });
    expect(await mine()).toMatchObject({
      friendlyName: 'Ann',
      parentId: second.id,
      version: 3,
      clientName: 'Project 2',
    });
    expect(await others()).toEqual(before);
    await contacts().delete({ id });
    expect(await contacts().list({})).toEqual(before);
    const entries = await setup.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.recordId, String(id)))
      .orderBy(asc(auditEntries.id));
    expect(entries.filter(({ record }) => record === 'SMS contact').map(({ action }) => action)).toEqual([
      ...Array(3).fill('telephony.contacts.save'),
      'telephony.contacts.delete',
    ]);
  });

  test('cannot take the number of another contact of its account', async () => {
    const { id: parentId } = await setup.addAccount();
    await setup.addContact(parentId);
    const { id } = await contacts().save({ parentId, values: contact });
    const taken = { ...contact, twilioPhoneNumber: '+15005551001' };
    await expect(contacts().save({ id, values: taken })).rejects.toThrow('already a contact');
    const { id: other } = await setup.addAccount();
    await contacts().save({ id, parentId: other, values: taken });
    await expect(contacts().save({ id, parentId, values: taken })).rejects.toThrow('already a contact');
  });

  test('whose save is based on an old version is sent back as it is', async () => {
    const { id: parentId } = await setup.addAccount();
    const { id, version } = await contacts().save({ parentId, values: contact });
    await contacts().save({ id, version, values: { ...contact, friendlyName: 'Theirs' } });
    await expect(contacts().save({ id, version, values: contact })).rejects.toMatchObject({
      ...conflict,
      cause: { current: { friendlyName: 'Theirs', version: 2 } },
    });
    await contacts().save({ id, version: 2, values: contact });
  });

  test('shows since when it is unsubscribed, else why it gets no messages; a save clears that', async () => {
    const { db } = setup.deps;
    const { id: parentId } = await setup.addAccount();
    const { id: other } = await setup.addAccount();
    const { id } = await contacts().save({ parentId, values: contact });
    const same = await contacts().save({ parentId: other, values: contact });
    await markContact(db, id, 21614, setup.clock.now());
    const notices = async () => (await contacts().list({})).map(({ notice }) => notice);
    expect(await notices()).toEqual(['The number cannot receive text messages.', null]);
    const optOut = { telephonyClientId: parentId, phoneNumber: contact.twilioPhoneNumber };
    await db.insert(telephonyOptOuts).values({ ...optOut, optedOutAt: setup.clock.now() });
    expect(await notices()).toEqual(['The contact replied STOP on 2026-03-02.', null]);
    await contacts().save({ id, values: contact });
    await db.delete(telephonyOptOuts);
    expect((await contacts().list({})).map((row) => [row.id, row.problem, row.problemCode, row.problemAt])).toEqual([
      [id, null, null, null],
      [same.id, null, null, null],
    ]);
  });

  test('is created once for a key; other values under the key correct it', async () => {
    const { id: parentId } = await setup.admin.telephony.clients.create({ values: { ...values, ...person } });
    const key = 'c'.repeat(32);
    const first = await contacts().save({ parentId, key, values: contact });
    const corrected = await contacts().save({ parentId, key, values: { ...contact, friendlyName: 'Anna' } });
    expect(corrected).toEqual({ id: first.id, version: 2 });
    expect((await contacts().list({})).map(({ friendlyName }) => friendlyName)).toEqual(['Anna']);
    const { id: other } = await setup.addAccount();
    // The same key for another account is a correction too, not a second contact.
    await contacts()
      .save({ parentId: other, key, values: { ...contact, friendlyName: 'Moved' } })
      .catch(() => {});
    expect((await contacts().list({})).length).toBe(1);
  });

  test('is ordered by its own account’s user', async () => {
    const { id: parentId } = await setup.addAccount();
    const { id: other } = await setup.addAccount();
    const from = [await setup.addContact(parentId), await setup.addContact(parentId, '+15005551002')];
    const foreign = [await setup.addContact(other), await setup.addContact(other, '+15005551002')];
    const own = setup.client(parentId).telephony.contacts;
    await own.reorder({ ids: from.toReversed(), from });
    await expect(own.reorder({ ids: foreign.toReversed(), from: foreign })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await contacts().list({})).map(({ id }) => id)).toEqual([...from.toReversed(), ...foreign]);
  });

  test.each([
    ['1234567', false],
    ['12345678', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
  ])('takes a test message with the request id %s: %s', async (requestId, isTaken) => {
    const { id: parentId } = await setup.addAccount();
    const contactId = await setup.addContact(parentId);
    const sent = contacts().sendTest({ contactId, text: 'Hello', requestId });
    if (isTaken) expect(await sent).toEqual({ id: expect.any(Number) });
    else await expect(sent).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a new order', () => {
  test('of accounts is kept, unless another account was added or moved before', async () => {
    const { clients: accounts } = setup.admin.telephony;
    for (let place = 0; place < 3; place += 1) await setup.addAccount();
    const order = async () => (await accounts.list({})).map(({ id }) => id);
    const from = await order();
    const ids = from.toReversed();
    await accounts.reorder({ ids, from });
    expect(await order()).toEqual(ids);
    await expect(accounts.reorder({ ids: from, from })).rejects.toMatchObject(conflict);
    await setup.addAccount();
    await expect(accounts.reorder({ ids: from, from: ids })).rejects.toMatchObject(conflict);
    expect((await order()).slice(0, 3)).toEqual(ids);
  });

  test('of contacts is kept for one account and for all, unless a contact was added, deleted or moved before', async () => {
    const { contacts } = setup.admin.telephony;
    const [first, second] = [await setup.addAccount(), await setup.addAccount()];
    for (const number of ['1001', '1002', '1003']) await setup.addContact(first.id, `+1500555${number}`);
    await setup.addContact(second.id, '+15005552001');
    const order = async (parentId?: number) => (await contacts.list({ parentId })).map(({ id }) => id);
    const [from, others] = [await order(first.id), await order(second.id)];
    const ids = from.toReversed();
    await contacts.reorder({ ids, from });
    expect(await order()).toEqual([...ids, ...others]);
    await expect(contacts.reorder({ ids: from, from })).rejects.toMatchObject(conflict);

    await contacts.reorder({ ids: [...from, ...others], from: [...ids, ...others] });
    expect(await order()).toEqual([...from, ...others]);
    await contacts.delete({ id: from[1] ?? 0 });
    await expect(contacts.reorder({ ids, from })).rejects.toMatchObject(conflict);
    expect(await order(first.id)).toEqual([from[0], from[2]]);
    // Contacts added at the same time may share a position: the older one is first.
    await setup.deps.db.update(telephonyContacts).set({ position: 1 });
    expect(await order()).toEqual([from[0], from[2], ...others]);
  });

  test('of two that are sent at the same time only one is kept', async () => {
    const { clients: accounts } = setup.admin.telephony;
    for (let place = 0; place < 3; place += 1) await setup.addAccount();
    const from = (await accounts.list({})).map(({ id }) => id);
    const orders = [from.toReversed(), [...from.slice(1), ...from.slice(0, 1)]];
    const outcomes = await Promise.allSettled(orders.map((ids) => accounts.reorder({ ids, from })));
    const kept = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: conflict }]);
    expect((await accounts.list({})).map(({ id }) => id)).toEqual(orders[kept]);
  });
});

describe('tenancy', () => {
  let own: Awaited<ReturnType<Setup['addAccount']>>;
  let other: Awaited<ReturnType<Setup['addAccount']>>;
  let foreign: number;
  beforeEach(async () => {
    own = await setup.addAccount();
    other = await setup.addAccount();
    await setup.addContact(own.id, '+15005551001');
    foreign = await setup.addContact(other.id, '+15005552001');
    await setup.settled();
  });

  const contact = { twilioPhoneNumber: '+15005553001', friendlyName: 'New', isActive: true };

  test('a client sees and changes only its own contacts, whatever id it sends', async () => {
    const { contacts } = setup.client(own.id).telephony;
    expect((await contacts.list({ parentId: other.id })).map(({ parentId }) => parentId)).toEqual([own.id]);
    const { id } = await contacts.save({ parentId: other.id, values: contact });
    const mine = (await contacts.list({})).find((row) => row.id === id);
    expect(mine).toMatchObject({ parentId: own.id });
    await expect(contacts.save({ id: foreign, values: contact })).rejects.toThrow('does not exist');
    await expect(contacts.delete({ id: foreign })).rejects.toThrow('does not exist');
    await expect(contacts.reorder({ ids: [id, foreign], from: [foreign, id] })).rejects.toThrow('does not exist');
    const test = { contactId: foreign, text: 'Hello', requestId: 'request-1' };
    await expect(contacts.sendTest(test)).rejects.toThrow('does not exist');
    expect((await setup.admin.telephony.contacts.list({ parentId: other.id })).length).toBe(1);
  });

  test('a client reads only its own log', async () => {
    await setup.admin.telephony.contacts.sendTest({ contactId: foreign, text: 'Hello', requestId: 'request-1' });
    await setup.settled();
    const [row] = await setup.messages();
    const { log } = setup.client(own.id).telephony;
    expect((await log.page({ telephonyClientId: other.id })).rows).toEqual([]);
    expect((await log.page({ toNumber: '+15005552001' })).count).toBe(0);
    await expect(log.details({ id: row?.id ?? 0 })).rejects.toThrow('does not exist');
    await expect(log.progress({ id: row?.id ?? 0 })).rejects.toThrow('does not exist');
    expect((await setup.client(other.id).telephony.log.page({})).count).toBe(1);
  });

  test('a client sees of accounts only the name of its own', async () => {
    const { telephony } = setup.client(own.id);
    await expect(telephony.clients.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await telephony.choices()).map(({ id }) => id)).toEqual([own.id]);
  });

  test('a user of the Client role without an account sees nothing', async () => {
    const { contacts, choices, log } = setup.client(null).telephony;
    expect(await contacts.list({ parentId: own.id })).toEqual([]);
    expect(await choices()).toEqual([]);
    expect((await log.page({})).count).toBe(0);
    await expect(contacts.save({ parentId: own.id, values: contact })).rejects.toThrow('does not exist');
  });

  test('REST follows the same rules', async () => {
    const token = await setup.clientToken(own.id);
    const call = async (path: string, body: object) =>
      (
        await setup.app.inject({
          method: 'POST',
          url: `/api/twilio/${path}`,
          payload: body,
          headers: { authorization: `Bearer ${token}` },
        })
      ).json();
    expect((await call('gettwilioclientcontactinfobyid', { Id: other.id })).Data).toMatchObject([
      { TwilioClientID: own.id },
    ]);
    expect((await call('deleteclientcontactinfo', { Id: foreign })).Status).toBe(1);
    const saved = await call('savetwilioclientcontactinfo', {
      TwilioPhoneNumber: '+1 500 555 3001',
      FriendlyName: 'By REST',
      TwilioClientID: other.id,
      IsActive: '1',
    });
    expect(saved).toMatchObject({ Status: 0, Message: 'Contact added successfull' });
    const mine = await setup.admin.telephony.contacts.list({ parentId: own.id });
    expect(mine.map(({ id }) => id)).toContain(saved.Data);
    expect((await call('gettwiliologlistbytwilioclientid', { TwilioClientID: other.id })).Data).toEqual([]);
    expect((await call('saveuserinfo', {})).Status).toBe(1);
  });
});

test('a repeated save of a new contact creates none, and the audit log names the stored one', async () => {
  // The account's user has the id of the setup's admin: a key belongs to an existing user.
  const { id: parentId } = await setup.admin.telephony.clients.create({ values: { ...values, ...person } });
  const contact = { twilioPhoneNumber: '+15005551001', friendlyName: 'Ann', isActive: true };
  const { contacts } = setup.admin.telephony;
  const request = { parentId, key: 'a'.repeat(32), values: contact };
  const first = await contacts.save(request);
  expect(await contacts.save(request)).toEqual(first);
  const entries = await setup.deps.db
    .select({ record: auditEntries.record, recordId: auditEntries.recordId })
    .from(auditEntries)
    .where(eq(auditEntries.action, 'telephony.contacts.save'));
  const stored = { record: 'SMS contact', recordId: String(first.id) };
  expect(entries).toEqual([stored, stored]);
});

test('a number can be a contact of an account only once', async () => {
  const account = await setup.addAccount();
  await setup.addContact(account.id, '+15005551001');
  await expect(setup.addContact(account.id, '+1 500 555 1001')).rejects.toThrow('already');
  const other = await setup.addAccount();
  await setup.addContact(other.id, '+15005551001');
});
