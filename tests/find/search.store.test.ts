import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients } from '../../db/schema/clients.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyContacts } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';
import { addTenant, type Tenant } from '../rest/tenants.ts';

type Api = ReturnType<typeof trpcClient>;

let server: TestServer;
let admin: Api;
let client: Api;
let aspen: Tenant;
let birch: Tenant;
beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off' });
  admin = trpcClient(server.address, server.adminToken);
  [aspen, birch] = [await addTenant(server.deps, 'Aspen', 'a'), await addTenant(server.deps, 'Birch', 'b')];
  const telephonyClientId = aspen.account;
  const { token } = await addSignedIn(server.deps, 'Client', { userName: 'anna.aspen', telephonyClientId });
  client = trpcClient(server.address, token);
});
afterAll(() => server.stop());

const find = (text: string, release?: number) => admin.find.search.query({ text, release });
const titles = async (text: string, release?: number) => (await find(text, release)).records.map(({ title }) => title);
const none = { records: [], servers: [], accounts: [], contacts: [], users: [], messages: [], next: null };

/** The id of the only heading of a section without sample content. */
async function headingOf(section: 'pricing' | 'services' | 'team'): Promise<number> {
  const [heading] = await admin[section].heading.list.query({});
  return heading?.id ?? 0;
}

const service = (name: string, description = 'Nothing else') => ({
  name,
  description,
  icon: 'uk-icon-html5' as const,
  isActive: true,
});

async function addService(title: string, description?: string, release?: number) {
  const values = service(title, description);
  return admin.services.items.save.mutate({ parentId: await headingOf('services'), values, release });
}

describe('who finds what', () => {
  test('an Admin finds servers, accounts, contacts, users and messages of all accounts', async () => {
    await server.deps.db
      .insert(inboxMessages)
      .values({ name: 'Aspen Visitor', email: 'a@b.example', message: 'Hello', receivedAt: new Date() });
    const found = await find('aspen');
    expect(found.servers).toEqual([{ id: aspen.server, name: 'Aspen server', status: 'new', rank: 0 }]);
    expect(found.accounts).toMatchObject([{ id: aspen.account, name: 'Aspen & Co', project: 'Aspen project' }]);
    expect(found.contacts).toMatchObject([
      { accountId: aspen.account, name: 'Aspen +15005551002', account: 'Aspen & Co' },
      { accountId: aspen.account, name: 'Aspen +15005551001', account: 'Aspen & Co' },
    ]);
    expect(found.users).toMatchObject([{ userName: 'anna.aspen', accountId: aspen.account, isSelf: false }]);
    expect(found.messages).toMatchObject([{ name: 'Aspen Visitor', email: 'a@b.example' }]);
    expect(found.records).toMatchObject([{ section: 'clients', record: 'items', title: 'Aspen server' }]);
    expect((await find('admin')).users).toMatchObject([{ userName: 'admin', accountId: null, isSelf: true }]);
  });

  test('a client finds its own contacts and servers alone', async () => {
    const own = await client.find.search.query({ text: 'aspen' });
    expect(own).toMatchObject({ ...none, servers: [{ id: aspen.server }], contacts: [{}, {}] });
    expect(await client.find.search.query({ text: 'birch' })).toEqual(none);
    // Both accounts have contacts with these numbers.
    const numbered = await client.find.search.query({ text: '+1500555100' });
    expect(new Set(numbered.contacts.map(({ accountId }) => accountId))).toEqual(new Set([aspen.account]));
    expect((await find('+1500555100')).contacts).toHaveLength(4);
  });

  test('a health code leads an Admin to its server, and a client to nothing', async () => {
    const code = 'code-of-Aspen-0123456789';
    expect((await find(code)).servers).toMatchObject([{ id: aspen.server }]);
    expect(await client.find.search.query({ text: code })).toEqual(none);
  });

  test('a user without an account finds nothing, and a visitor is refused', async () => {
    const { token } = await addSignedIn(server.deps, 'Client', { userName: 'lost' });
    expect(await trpcClient(server.address, token).find.search.query({ text: 'aspen' })).toEqual(none);
    await expect(trpcClient(server.address).find.search.query({ text: 'aspen' })).rejects.toMatchObject({
      data: { code: 'UNAUTHORIZED' },
    });
  });
});

describe('records of the page', () => {
  test('titles that start with the text come first, then words that do, then other places, then descriptions', async () => {
    for (const title of ['Unkeeled', 'A keel for you', 'Keelboats', 'Sails']) await addService(title);
    await addService('Ropes', 'Where every keel is at home');
    await addService('For you a boat with a keel');
    expect(await titles('KEEL')).toEqual([
      'Keelboats',
      'A keel for you',
      'For you a boat with a keel',
      'Unkeeled',
      'Ropes',
    ]);
    expect(await titles('keel you')).toEqual(['A keel for you', 'For you a boat with a keel']);
    const [last] = (await find('where every')).records;
    expect(last).toMatchObject({
      ...{ section: 'services', record: 'items', name: 'Service', parentId: await headingOf('services') },
      ...{ grandparentId: null, isActive: true, match: { label: 'Description', text: 'Where every keel is at home' } },
    });
  });

  test('a row of a row names the rows above', async () => {
    const heading = await headingOf('pricing');
    const values = { title: 'Ketch', cost: '$9', buttonText: 'Buy', tagValue: 'Popular', isActive: true };
    const { id } = await admin.pricing.plans.save.mutate({ parentId: heading, values });
    await admin.pricing.features.save.mutate({ parentId: id, values: { text: 'Night watch', isActive: false } });
    expect((await find('night watch')).records).toMatchObject([
      { record: 'features', parentId: id, grandparentId: heading, parentTitle: 'Ketch', isActive: false, match: null },
    ]);
  });

  test('a long description is cut around the match', async () => {
    await addService('Long', `${'far away '.repeat(40)}the narwhal ${'and so on '.repeat(40)}`);
    const [found] = (await find('narwhal')).records;
    expect(found?.match?.text).toMatch(/^….*the narwhal .*…$/);
    expect(found?.match?.text.length).toBeLessThan(130);
  });

  test('accents and case make no difference', async () => {
    await addService('Größe der ÜBERFAHRT', 'Œuvre');
    await addService('Ελλάδα');
    expect(await titles('uberfahrt')).toEqual(['Größe der ÜBERFAHRT']);
    expect(await titles('ÜBERFAHRT')).toEqual(['Größe der ÜBERFAHRT']);
    expect(await titles('grosse')).toEqual(['Größe der ÜBERFAHRT']);
    expect(await titles('ελλαδα')).toEqual(['Ελλάδα']);
    expect(await titles('kéél')).toHaveLength(5);
  });

  test('at most eight rows', async () => {
    for (let number = 1; number <= 10; number += 1) await addService(`Buoy ${number}`);
    expect(await titles('buoy')).toHaveLength(8);
  });
});

describe('a release', () => {
  test('finds the rows as the release has them', async () => {
    const live = await addService('Lantern of old');
    const gone = await addService('Lantern that goes');
    const { id: release } = await admin.releases.create.mutate({ name: 'Autumn' });
    const parentId = await headingOf('services');
    const values = service('Beacon of new');
    await admin.services.items.save.mutate({ ...live, parentId, values, release });
    await admin.services.items.delete.mutate({ id: gone.id, release });
    await addService('Beacon that comes', undefined, release);
    expect(await titles('lantern')).toEqual(['Lantern of old', 'Lantern that goes']);
    expect(await titles('beacon')).toEqual([]);
    expect(await titles('lantern', release)).toEqual([]);
    expect(await titles('beacon', release)).toEqual(['Beacon of new', 'Beacon that comes']);
  });

  test('does not find the rows below a deleted row', async () => {
    const parentId = await headingOf('team');
    const person = { firstName: 'Edda', lastName: 'Skog', designation: 'Cook', description: 'Cooks', isActive: true };
    const { id } = await admin.team.members.save.mutate({ parentId, values: { ...person, photo: null } });
    const link = { site: 'GitHub' as const, link: 'https://example.com/galley', isActive: true };
    await admin.team.socialLinks.save.mutate({ parentId: id, values: link });
    const { id: release } = await admin.releases.create.mutate({ name: 'Winter' });
    expect((await find('galley', release)).records).toHaveLength(1);
    await admin.team.members.delete.mutate({ id, release });
    expect((await find('galley', release)).records).toEqual([]);
    expect((await find('galley')).records).toHaveLength(1);
  });
});

describe('numbers', () => {
  test.each(['+4915112345678', '0049 151 123', '(4915) 1123-45', '15112345'])('%s finds the contact', async (text) => {
    const { db } = server.deps;
    const contact = { parentId: birch.account, friendlyName: 'Night duty', isActive: true };
    await db
      .insert(telephonyContacts)
      .values({ ...contact, twilioPhoneNumber: '+4915112345678' })
      .onConflictDoNothing();
    expect((await find(text)).contacts).toMatchObject([{ name: 'Night duty', number: '+4915112345678' }]);
  });
});

describe('what is typed is text', () => {
  test.each([
    ['100 %', '%%', 'Discount of 100 %% on rope'],
    ['snake', '__', 'A name__with lines'],
    ['path', '\\\\', 'C:\\\\boats'],
    ['quote', "o'br", "O'Brien's “jetty”"],
    ['double', '"q"', 'The "q" flag'],
    ['html', '<b>', 'Not <b>bold</b>'],
    ['emoji', '🛟🛟', 'Safe 🛟🛟'],
  ])('%s', async (_name, text, title) => {
    await addService(title);
    expect(await titles(text)).toEqual([title]);
  });

  test.each([
    "' or 1=1 --",
    '%_',
    '\\%',
    'x\u0000y',
    '\ud800\ud800',
    '\u0000\u0001',
    '((((',
    '.*+?^$[]',
    'a '.repeat(40),
  ])('%j breaks nothing', async (text) => {
    const found = await find(text);
    expect(Object.keys(found).sort()).toEqual(Object.keys(none).sort());
  });

  test('one character and 81 are refused, also among spaces; 2 and 80 are not', async () => {
    await expect(find(' a ')).rejects.toThrow('Type at least 2 characters');
    await expect(find('a'.repeat(81))).rejects.toThrow('Type at most 80 characters');
    expect(await find('qx')).toEqual(none);
    expect(await find('q'.repeat(80))).toEqual(none);
  });
});

test('users of no account are not found: they have no screen', async () => {
  const user = { passwordHash: '', role: 'Admin' as const, createdAt: new Date() };
  await server.deps.db.insert(users).values({ ...user, userName: 'second.admin', userNameKey: 'second.admin' });
  expect((await find('second')).users).toEqual([]);
});

describe('tables with more rows than one answer reads', () => {
  /** Rows of each table, behind the ones to find: more than a first and a further answer read. */
  const many = 61_000;
  beforeAll(async () => {
    const { db } = server.deps;
    const receivedAt = new Date();
    await db.insert(inboxMessages).values([
      { name: 'Oldest Quokka', email: 'old@example.com', message: 'Hello', receivedAt },
      { name: 'Größter Wombat', email: 'gross@example.com', message: 'Hello', receivedAt },
    ]);
    const contact = { parentId: aspen.account, isActive: true };
    await db.insert(telephonyContacts).values([
      { ...contact, friendlyName: 'Quokka desk', twilioPhoneNumber: '+19' },
      { ...contact, parentId: birch.account, friendlyName: 'Quokka of Birch', twilioPhoneNumber: '+19' },
    ]);
    await db.update(clients).set({ name: 'Aspen quokka' }).where(eq(clients.id, aspen.server));
    const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${many})`;
    const newest = 'newest(at) as (select max(received_at) from inbox_messages)';
    const heading = 'heading(parent) as (select max(id) from client_headings)';
    const { store } = server;
    // Texts outside ASCII are compared by the program, all of them.
    await store.execute(`insert into inbox_messages (name, email, message, received_at) ${numbers}, ${newest}
      select 'Besucher für ' || n, 'e@example.com', '', at from numbers, newest`);
    await store.execute(`insert into clients (is_active, parent_id, name, display_order, health_code, check_interval, show_on_home_page) ${numbers}, ${heading}
      select true, parent, 'Many ' || n, n, '', 'none', false from numbers, heading`);
    await store.execute(`insert into telephony_contacts (is_active, parent_id, friendly_name, twilio_phone_number) ${numbers}
      select true, ${aspen.account}, 'Duty ' || n, '+1' || (1000000 + n) from numbers`);
  });

  /** All answers to a text, one after the other. */
  async function answers(api: Api, text: string) {
    const all = [await api.find.search.query({ text })];
    for (let next = all[0]?.next; next; next = all.at(-1)?.next)
      all.push(await api.find.search.query({ text, cursor: next }));
    return all;
  }

  test('the first answer has the newest rows, the last answer the oldest', async () => {
    const [first, ...further] = await answers(admin, 'quokka');
    expect(first).toMatchObject({ ...none, next: { messages: expect.any(Number), servers: expect.any(Number) } });
    expect(Object.keys(first?.next ?? {}).sort()).toEqual(['clients.items', 'contacts', 'messages', 'servers']);
    expect(further).toHaveLength(2);
    const found = further.flatMap(({ records, servers, contacts, messages }) => [
      ...records,
      ...servers,
      ...contacts,
      ...messages,
    ]);
    expect(found.map((one) => ('name' in one ? one.name : ''))).toEqual(
      expect.arrayContaining(['Oldest Quokka', 'Quokka desk', 'Quokka of Birch', 'Aspen quokka']),
    );
    expect(further.flatMap(({ records }) => records)).toMatchObject([{ record: 'items', title: 'Aspen quokka' }]);
  });

  test('every text outside ASCII is compared', async () => {
    const found = (await answers(admin, 'grosster wombat')).flatMap(({ messages }) => messages);
    expect(found).toMatchObject([{ name: 'Größter Wombat' }]);
  });

  test('a table is not read on once its best rows are found', async () => {
    const all = await answers(admin, 'many');
    expect(all[0]?.records.map(({ title }) => title)).toHaveLength(8);
    expect(all[0]?.next).not.toHaveProperty(['clients.items']);
    expect(all[0]?.next).toHaveProperty('messages');
  });

  test('a client reads its own rows to the end, and no others', async () => {
    const all = await answers(client, 'quokka');
    expect(all.flatMap(({ contacts }) => contacts)).toMatchObject([{ name: 'Quokka desk' }]);
    expect(all.flatMap(({ servers }) => servers)).toMatchObject([{ id: aspen.server }]);
    expect(all.flatMap(({ messages }) => messages)).toEqual([]);
  });

  test('a place of another kind, or of a table that the caller may not read, gives nothing', async () => {
    const cursor = { servers: '+19', messages: 1_000_000, nothing: 5, ownContacts: 3 };
    expect(await client.find.search.query({ text: 'quokka', cursor })).toEqual(none);
    await expect(admin.find.search.query({ text: 'quokka', cursor: { servers: 2 ** 40 } })).rejects.toThrow();
    await expect(admin.find.search.query({ text: 'quokka', cursor: { contacts: "' or 1" } })).rejects.toThrow();
  });
});
