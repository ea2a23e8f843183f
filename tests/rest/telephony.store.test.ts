import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { telephonyClients, telephonyMessages } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { makeRest, type Rest } from './setup.ts';

let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

type Values = Record<string, unknown>;
const post = (path: string, body: Values) => rest.call('POST', `/api/twilio/${path}`, { as: 'admin', body });
const account = {
  TwilioPhoneNumber: '+15007770001',
  ProjectName: 'Ferry',
  AccountSID: `AC${'0123456789abcdef'.repeat(2)}`,
  AuthToken: 'a-secret-token',
  PhoneNumber: '+442079460018',
  IsActive: 1,
  IsDefault: 0,
};
const masked = { ...account, ClientName: 'Ferry', AuthToken: '********' };
const accounts = () => rest.read('twilio/gettwilioclientinfo', 'admin');
const tokenOf = async (id: number) => {
  const rows = await rest.deps.db.select().from(telephonyClients).where(eq(telephonyClients.id, id));
  return rows[0]?.authToken;
};

describe('SMS accounts', () => {
  test('are created, listed with a mask for the secret, updated and deleted', async () => {
    const created = await post('savetwilioclientinfo', account);
    expect(created).toMatchObject({ status: 200, Status: 0, Message: expect.stringMatching(/\S/) });
    const id = castTo<number>(created.Data);
    expect(await accounts()).toEqual([{ TwilioClientID: id, ...masked }]);
    const token = await tokenOf(id);
    for (const AuthToken of [undefined, null, '', '********']) {
      const changed = { ...account, TwilioClientID: String(id), ProjectName: `Quay ${AuthToken}`, AuthToken };
      expect(await post('savetwilioclientinfo', changed)).toMatchObject({ status: 200, Data: id });
      expect(await tokenOf(id)).toBe(token);
    }
    await post('savetwilioclientinfo', { ...account, TwilioClientID: id, AuthToken: 'another-token' });
    expect(await tokenOf(id)).not.toBe(token);
    for (const AuthToken of ['', '********', undefined]) {
      const refused = await post('savetwilioclientinfo', { ...account, AuthToken });
      expect(refused).toMatchObject({ status: 400, fields: { AuthToken: expect.any(String) } });
    }
    expect(await post('savetwilioclientinfo', { ...account, TwilioClientID: 999 })).toMatchObject({ status: 404 });
    expect(await post('deleteclientinfo', { twilioclientid: id })).toMatchObject({
      status: 200,
      Message: 'Delete Succesfull',
      Data: id,
    });
    expect(await post('deleteclientinfo', { TwilioClientID: id })).toMatchObject({ status: 404 });
    expect(await accounts()).toEqual([]);
  });

  test('are created together with their user', async () => {
    const person = { FirstName: 'Nils', LastName: 'Holt', UserName: 'Nils', Password: 'tide table' };
    const created = await post('saveuserinfo', { ...account, ...person, IsDefault: '1' });
    const TwilioClientID = created.Data;
    expect(await accounts()).toEqual([{ TwilioClientID, ...masked, ClientName: 'Nils Holt', IsDefault: 1 }]);
    const [user] = await rest.deps.db.select().from(users).where(eq(users.userNameKey, 'nils'));
    expect(user).toMatchObject({ telephonyClientId: TwilioClientID, firstName: 'Nils', lastName: 'Holt' });
    expect((await post('saveuserinfo', { ...account, ...person })).fields).toEqual({
      UserName: 'This user name is taken',
    });
    expect(Object.keys((await post('saveuserinfo', {})).fields).toSorted()).toEqual(
      [...Object.keys(account), ...Object.keys(person)].toSorted(),
    );
    expect(await post('deleteclientinfo', { TwilioClientID })).toMatchObject({ status: 409 });
    await post('savetwilioclientinfo', { ...account, TwilioClientID, IsDefault: 0 });
    expect(await post('deleteclientinfo', { TwilioClientID })).toMatchObject({ status: 200, Data: TwilioClientID });
  });
});

describe('contacts and the log', () => {
  let id: number;
  let other: number;
  beforeAll(async () => {
    id = castTo<number>((await post('savetwilioclientinfo', account)).Data);
    const second = { ...account, TwilioPhoneNumber: '+15007770002', ProjectName: 'Quay' };
    other = castTo<number>((await post('savetwilioclientinfo', second)).Data);
  });

  test('a contact is created, listed, updated and deleted', async () => {
    const contact = { TwilioPhoneNumber: '+15005551001', FriendlyName: 'Ann', TwilioClientID: id, IsActive: 1 };
    const created = await post('savetwilioclientcontactinfo', contact);
    const Id = castTo<number>(created.Data);
    await post('savetwilioclientcontactinfo', { ...contact, TwilioClientID: other });
    const list = async (path: string, body: Values) =>
      castTo<Values[]>((await post(path, body)).Data).filter((row) => row.Id === Id);
    const all = async () =>
      (await rest.read('twilio/gettwilioclientcontactinfo', 'admin')).filter((row) => row.Id === Id);
    expect(await all()).toMatchObject([contact]);
    expect(await list('gettwilioclientcontactinfobyid', { Id: id })).toEqual(await all());
    expect(await list('gettwilioclientcontactinfobyid', { Id: other })).toEqual([]);
    const changed = { ...contact, Id, FriendlyName: 'Anna', IsActive: '0' };
    expect(await post('savetwilioclientcontactinfo', changed)).toMatchObject({ status: 200, Data: Id });
    expect(await all()).toMatchObject([{ FriendlyName: 'Anna', IsActive: 0 }]);
    expect(await post('deleteclientcontactinfo', { id: Id })).toMatchObject({ status: 200, Data: Id });
    expect(await all()).toEqual([]);
    expect(await post('deleteclientcontactinfo', { Id })).toMatchObject({ status: 404 });
    for (const junk of [undefined, 0, '', 'x'])
      expect(await post('deleteclientcontactinfo', { Id: junk })).toMatchObject({ status: 400 });
  });

  test('the log has its documented shape, and both spellings of a filter work', async () => {
    const message = {
      telephonyClientId: id,
      fromNumber: '+15007770001',
      requestFrom: '+15005559999',
      toNumber: '+15005551001',
      accountSid: account.AccountSID,
      messageSid: `SM${'1'.repeat(32)}`,
      status: 'failed',
      rank: 7,
      createdOn: new Date('2026-03-02T08:00:00Z'),
      response: { sid: 'SM1' },
      error: { code: 30003 },
    } as const;
    const plain = { telephonyClientId: null, requestFrom: '', response: null, error: null, messageSid: null } as const;
    const later = {
      createdOn: new Date('2026-03-02T09:00:00Z'),
      fromNumber: '',
      toNumber: '+15005552002',
      accountSid: '',
    };
    await rest.deps.db.insert(telephonyMessages).values([message, { ...message, ...plain, ...later }]);
    const first = {
      TwilioFromNumber: '+15007770001',
      RequestFrom: '+15005559999',
      ToNumber: '+15005551001',
      AccountSID: account.AccountSID,
      MessageID: `SM${'1'.repeat(32)}`,
      TwilioSMSStatus: 'failed',
      CreatedOn: '2026-03-02T08:00:00.000Z',
      TwilioResponse: '{"sid":"SM1"}',
      ErrorMessage: '{"code":30003}',
      TwilioClientID: id,
    };
    const second = {
      ...first,
      TwilioFromNumber: '',
      RequestFrom: '',
      ToNumber: '+15005552002',
      AccountSID: '',
      MessageID: '',
      CreatedOn: '2026-03-02T09:00:00.000Z',
      TwilioResponse: '',
      ErrorMessage: '',
      TwilioClientID: null,
    };
    expect(await rest.read('twilio/gettwiliologlist', 'admin')).toEqual([second, first]);
    expect((await post('gettwiliologlistbytwilioclientid', { TwilioClientID: String(id) })).Data).toEqual([first]);
    expect((await post('gettwiliologlistbytwilioclientid', {})).Data).toEqual([second, first]);
    const filters = [
      { AccountSID: 'AC0' },
      { AccountSid: 'AC0' },
      { MessageID: 'SM1' },
      { MessageId: 'SM1' },
      { ToNumber: '+15005551' },
      { toNumber: 15005551001 },
      { RequestFromNumber: '+1500' },
      { RequestFrom: '+1500' },
      { FromNumber: '+1500' },
      { TwilioFromNumber: '+1500' },
      { TwilioClientID: id },
    ];
    for (const filter of filters)
      expect([filter, (await post('gettwiliologlistbyfilter', filter)).Data]).toEqual([filter, [first]]);
    expect((await post('gettwiliologlistbyfilter', { ToNumber: '', MessageID: null })).Data).toEqual([second, first]);
    const long = await post('gettwiliologlistbyfilter', { ToNumber: '1'.repeat(65) });
    expect(long).toMatchObject({ status: 400, fields: { ToNumber: expect.any(String) } });
  });
});
