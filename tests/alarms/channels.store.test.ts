import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { telephonyContacts } from '../../db/schema/telephony.ts';
import { addSignedIn } from '../fixture/users.ts';
import { hour, minute } from '../health/setup.ts';
import { makeAlarmSetup } from './setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
let token: string;
beforeEach(async () => {
  setup = await makeAlarmSetup();
  ({ token } = await addSignedIn(setup.deps, 'Operator'));
});
afterEach(() => setup.remove());

const list = () => setup.admin.alarms.channels.list({ contactId: null });
const secretUrl = 'https://hooks.example.com/services/T0/B0/very-secret-path';

/** Calls a path of the REST API as an Operator. */
async function rest(method: 'GET' | 'POST', path: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await setup.app.inject({
    method,
    url: `/api/health/${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { statusCode, ...JSON.parse(body) };
}

test('an address that is a secret is stored encrypted and shown masked; a save without it keeps it', async () => {
  const { id } = await setup.admin.alarms.channels.save({ kind: 'slack', name: 'Team', target: secretUrl });
  expect(JSON.stringify(await list())).not.toContain('very-secret');
  expect(await list()).toMatchObject([{ id, target: 'hooks.example.com/…path', provenAt: null }]);
  const [before] = await setup.deps.db.select().from(alarmChannels);
  expect(JSON.stringify(before)).not.toContain('very-secret');
  await setup.admin.alarms.channels.save({ id, kind: 'slack', name: 'Night team' });
  const [after] = await setup.deps.db.select().from(alarmChannels);
  expect(after).toMatchObject({ name: 'Night team', sealed: before?.sealed });
});

test.each([
  ['email', { target: 'nobody' }, 'target'],
  ['webhook', { target: 'ftp://example.com' }, 'target'],
  ['webhook', { target: 'https://user:password@example.com' }, 'target'],
  ['webhook', { target: 'https://example.com', secret: 'short' }, 'secret'],
  ['discord', { target: 'http://discord.com/api/webhooks/1/a' }, 'target'],
  ['telegram', { target: 'chat', secret: `1:${'a'.repeat(35)}` }, 'target'],
  ['telegram', { target: '-100', secret: 'no token' }, 'secret'],
  ['ntfy', { target: 'https://ntfy.sh/' }, 'target'],
] as const)('%s refuses %o', async (kind, address, field) => {
  await expect(setup.admin.alarms.channels.save({ kind, name: 'Bad', ...address })).rejects.toMatchObject({
    cause: { fields: { [field]: expect.any(String) } },
  });
  expect(await list()).toEqual([]);
});

/** A channel that was tested, and the code of its test. */
async function testedChannel() {
  const receiver = await setup.receiver();
  const id = await setup.addChannel(receiver.address);
  await setup.admin.alarms.channels.test({ id });
  await setup.work(0.5);
  return { id, code: /code is (\d{6})$/.exec(receiver.titles()[0] ?? '')?.[1] ?? '' };
}

test('a channel is proven by the code of its last test alone, and unproven by another address', async () => {
  const receiver = await setup.receiver();
  const id = await setup.addChannel(receiver.address);
  await setup.admin.alarms.channels.test({ id });
  await expect(setup.admin.alarms.channels.test({ id })).rejects.toThrow('within the last minute');
  await setup.work(0.5);
  const [title = ''] = receiver.titles();
  const code = /code is (\d{6})$/.exec(title)?.[1] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  await expect(setup.admin.alarms.channels.confirm({ id, code: wrong })).rejects.toThrow('not the code');
  expect(await list()).toMatchObject([{ provenAt: null, isTested: true }]);
  await setup.admin.alarms.channels.confirm({ id, code: ` ${code} ` });
  expect(await list()).toMatchObject([{ provenAt: setup.clock.now(), isTested: false }]);
  await expect(setup.admin.alarms.channels.confirm({ id, code })).rejects.toThrow('not the code');
  await setup.clock.elapse(2 * minute);
  await setup.admin.alarms.channels.save({ id, kind: 'webhook', name: 'Team', target: `${receiver.address}2` });
  expect(await list()).toMatchObject([{ provenAt: null }]);
});

test('a code is no proof after a day', async () => {
  const { id, code } = await testedChannel();
  await setup.clock.elapse(24 * 60 * minute);
  await expect(setup.admin.alarms.channels.confirm({ id, code })).rejects.toThrow('not the code');
});

test('clients see and change the channels of their own contacts alone', async () => {
  const [own, other] = [await setup.addWatched(), await setup.addAccount()];
  const otherContact = await setup.addContact(other.id, '+15005551077');
  const client = setup.client(own.account.id);
  const company = await setup.addChannel('https://example.com/company');
  const foreign = await setup.addChannel('https://example.com/foreign', { contactId: otherContact });
  const fields = { kind: 'email', name: 'Mail', target: 'me@example.com' } as const;
  const { id } = await client.alarms.channels.save({ ...fields, contactId: own.contactId });
  expect((await client.alarms.channels.list({})).map((channel) => channel.id)).toEqual([id]);
  await expect(client.alarms.channels.save({ ...fields, contactId: otherContact })).rejects.toThrow('does not exist');
  await expect(client.alarms.channels.save(fields)).rejects.toThrow('does not exist');
  for (const hidden of [company, foreign]) {
    await expect(client.alarms.channels.save({ ...fields, id: hidden, kind: 'webhook' })).rejects.toThrow(
      'does not exist',
    );
    await expect(client.alarms.channels.remove({ id: hidden })).rejects.toThrow('does not exist');
    await expect(client.alarms.channels.test({ id: hidden })).rejects.toThrow('does not exist');
    await expect(client.alarms.channels.confirm({ id: hidden, code: '1' })).rejects.toThrow('does not exist');
  }
  await expect(client.alarms.channels.reorder({ contactId: otherContact, ids: [foreign] })).rejects.toThrow('changed');
  await expect(client.alarms.channels.setOfServer({ clientId: own.server.id, channelIds: [] })).rejects.toThrow();
});

test('programs create a channel by its name, change it, test it and delete it', async () => {
  const fields = { Kind: 'webhook', Name: 'Pager', Target: 'https://example.com/pager' };
  const created = await rest('POST', 'channels', fields);
  expect(created).toMatchObject({ statusCode: 200, Status: 0, Data: expect.any(Number) });
  const again = await rest('POST', 'channels', { ...fields, Target: 'https://example.com/other' });
  expect(again.Data).toBe(created.Data);
  expect(await rest('GET', 'channels')).toMatchObject({
    Data: [
      {
        ChannelID: created.Data,
        Kind: 'webhook',
        Name: 'Pager',
        Target: 'example.com/…',
        ProvenAt: null,
        IsActive: 1,
      },
    ],
  });
  expect(await rest('POST', 'channels', { ...fields, Kind: 'slack' })).toMatchObject({ statusCode: 409 });
  expect(await rest('POST', 'channels', { ...fields, Target: 'example.com' })).toMatchObject({
    statusCode: 400,
    Message: 'The address must be like https://example.com/hooks/alarms',
  });
  expect(await rest('POST', 'channels/test', { ChannelID: created.Data })).toMatchObject({ statusCode: 200 });
  const monitor = { Name: 'Shop', Channels: [created.Data] };
  const { Data } = await rest('POST', 'monitors', monitor);
  expect(await setup.admin.alarms.channels.ofServer({ clientId: Data.MonitorID })).toEqual([created.Data]);
  expect(await rest('POST', 'monitors', { Name: 'Other', Channels: [created.Data, 9999] })).toMatchObject({
    statusCode: 400,
    Message: 'There is no channel 9999',
  });
  expect(await rest('POST', 'channels/delete', { ChannelID: created.Data })).toMatchObject({ statusCode: 200 });
  expect(await rest('POST', 'channels/delete', { ChannelID: created.Data })).toMatchObject({ statusCode: 404 });
});

test('programs read the outages of a server, and who was notified', async () => {
  const { server } = await setup.addWatched();
  await setup.leap(2 * hour);
  await setup.ping(server.code);
  await setup.sweep();
  expect(await rest('GET', `incidents?monitor=${server.id}`)).toMatchObject({
    statusCode: 200,
    Data: [
      {
        MonitorID: server.id,
        Since: expect.stringMatching(/^20/),
        Until: setup.clock.now().toISOString(),
        Cause: 'silent',
        Notified: [{ Channel: 'sms', About: 'offline', Outcome: 'pending' }, { About: 'online' }],
      },
    ],
  });
  expect(await rest('GET', 'incidents?monitor=9999')).toMatchObject({ statusCode: 404 });
  expect(await rest('GET', 'incidents')).toMatchObject({ statusCode: 400 });
});

test('an SMS channel of a program is one of a contact of the default account', async () => {
  const fields = { Kind: 'sms', Name: 'Night shift', Target: '+4930901820' };
  expect(await rest('POST', 'channels', fields)).toMatchObject({ statusCode: 409 });
  const account = await setup.addAccount({ isDefault: true });
  const created = await rest('POST', 'channels', fields);
  expect((await rest('POST', 'channels', fields)).Data).toBe(created.Data);
  const contacts = await setup.deps.db
    .select()
    .from(telephonyContacts)
    .where(eq(telephonyContacts.parentId, account.id));
  expect(contacts).toMatchObject([{ friendlyName: 'Night shift', twilioPhoneNumber: '+4930901820' }]);
  expect(await rest('POST', 'channels', { ...fields, Target: '030 9018' })).toMatchObject({ statusCode: 400 });
});

test('five wrong codes end a test, also for the right one', async () => {
  const { id, code } = await testedChannel();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let round = 0; round < 5; round += 1)
    await expect(setup.admin.alarms.channels.confirm({ id, code: wrong })).rejects.toThrow('not the code');
  await expect(setup.admin.alarms.channels.confirm({ id, code })).rejects.toThrow('too many wrong codes');
});

test('a changed number of a contact changes its entry for SMS, which has to prove itself again', async () => {
  const account = await setup.addAccount();
  const contactId = await setup.addContact(account.id);
  const { id } = await setup.admin.alarms.channels.save({ kind: 'sms', name: 'SMS', contactId });
  await setup.deps.db.update(alarmChannels).set({ provenAt: setup.clock.now() }).where(eq(alarmChannels.id, id));
  const values = { friendlyName: 'Anna', isActive: true };
  const entry = async () => (await setup.admin.alarms.channels.list({ contactId })).find((one) => one.id === id);
  await setup.admin.telephony.contacts.save({
    id: contactId,
    values: { ...values, twilioPhoneNumber: '+15005551001' },
  });
  expect(await entry()).toMatchObject({ target: '+15005551001', provenAt: setup.clock.now() });
  await setup.admin.telephony.contacts.save({
    id: contactId,
    values: { ...values, twilioPhoneNumber: '+15005551777' },
  });
  expect(await entry()).toMatchObject({ target: '+15005551777', provenAt: null });
});
