import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onCallNow } from '../../core/alarms/rotas.ts';
import { telephonyContacts } from '../../db/schema/telephony.ts';
import { addSignedIn } from '../fixture/users.ts';
import { hour } from '../health/setup.ts';
import { makeAlarmSetup } from './setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
let anna: number;
let ben: number;
let token: string;
beforeEach(async () => {
  setup = await makeAlarmSetup();
  const account = await setup.addAccount();
  anna = await addPerson(account.id, 'Anna', '+15005550041');
  ben = await addPerson(account.id, 'Ben', '+15005550042');
  ({ token } = await addSignedIn(setup.deps, 'Operator'));
});
afterEach(() => setup.remove());

async function addPerson(parentId: number, friendlyName: string, twilioPhoneNumber: string) {
  const values = { friendlyName, twilioPhoneNumber, isActive: true };
  return (await setup.admin.telephony.contacts.save({ parentId, values })).id;
}
const rotas = () => setup.admin.alarms.rotas;
const always = (contactId: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', until: '08:00', contactId }));
const fields = (contactId: number) => ({ name: 'Operations', timeZone: 'Europe/Berlin', turns: always(contactId) });
const names = async () => (await rotas().list()).map(({ onCall }) => onCall.map(({ name }) => name));
const now = (ids: number[]) => onCallNow(setup.deps.db, ids, setup.deps.now());

test('lists who is on call, and answers it to the alarms by rota', async () => {
  const { id } = await rotas().save(fields(anna));
  const second = await rotas().save({ ...fields(ben), name: 'Nobody yet', turns: [] });
  expect(await names()).toEqual([[], ['Anna']]);
  expect(await now([id, second.id, 4711])).toEqual(
    new Map([
      [id, [anna]],
      [second.id, []],
      [4711, []],
    ]),
  );
});

test('a contact who is inactive or deleted is not on call, and the list says so', async () => {
  const { id } = await rotas().save({ ...fields(anna), turns: [...always(anna), ...always(ben)] });
  expect(await names()).toEqual([['Anna', 'Ben']]);
  await setup.deps.db.update(telephonyContacts).set({ isActive: false }).where(eq(telephonyContacts.id, anna));
  await setup.deps.db.delete(telephonyContacts).where(eq(telephonyContacts.id, ben));
  expect(await now([id])).toEqual(new Map([[id, []]]));
  const [rota] = await rotas().list();
  expect(rota?.problems).toEqual([expect.stringContaining('deleted or inactive')]);
  // Such a rota can still be changed, and the contact's turns stay.
  await rotas().save({ ...fields(anna), id, name: 'Renamed' });
});

test('refuses unknown contacts, a taken name, impossible times, and a change of an outdated rota', async () => {
  const { id } = await rotas().save(fields(anna));
  await expect(rotas().save({ ...fields(4711), name: 'Other' })).rejects.toThrow('does not exist or is not active');
  await expect(rotas().save(fields(ben))).rejects.toThrow('There is a rota with this name already');
  await expect(rotas().save({ ...fields(anna), id, timeZone: 'Mars/Base' })).rejects.toThrow('IANA');
  const override = { from: '2026-12-24T18:00', until: '2026-12-24T18:00', contactId: ben };
  await expect(rotas().save({ ...fields(anna), id, overrides: [override] })).rejects.toThrow('after the beginning');
  const noDay = { from: '2026-02-30T18:00', until: '2026-03-24T18:00', contactId: ben };
  await expect(rotas().save({ ...fields(anna), id, overrides: [noDay] })).rejects.toThrow('no such day');
  await rotas().save({ ...fields(ben), id, version: 1 });
  await expect(rotas().save({ ...fields(anna), id, version: 1 })).rejects.toThrow('changed by somebody else');
  expect(await names()).toEqual([['Ben']]);
});

test('a preview shows the next 14 days of input that is not saved', async () => {
  const at = setup.deps.now();
  const plan = { timeZone: 'UTC', turns: always(anna), overrides: [] };
  const shifts = await rotas().preview(plan);
  expect(shifts).toEqual([
    { from: at, until: new Date(Number(at) + 14 * 86_400_000), contacts: [{ id: anna, name: 'Anna' }] },
  ]);
});

test('a policy notifies whoever is on call, and its rota cannot be deleted', async () => {
  const { id } = await rotas().save(fields(ben));
  const steps = [{ afterMinutes: 0, recipients: [{ kind: 'rota' as const, id }] }];
  const scopes = [{ kind: 'all' as const, targetId: 0 }];
  const policy = await setup.admin.alarms.policies.save({ name: 'Nights', steps, scopes });
  const server = await setup.addServer();
  await setup.ping(server.code);
  await setup.leap(2 * hour);
  const counts = async () => (await Promise.all([anna, ben].map(setup.messagesTo))).map(({ length }) => length);
  expect(await counts()).toEqual([0, 1]);
  await expect(rotas().remove({ id })).rejects.toThrow('The policy Nights notifies this rota');
  await setup.admin.alarms.policies.remove({ id: policy.id });
  await rotas().remove({ id });
  expect(await rotas().list()).toEqual([]);
});

test('programs create, change and delete a rota by its name', async () => {
  const body = {
    Name: 'Operations',
    TimeZone: 'Europe/Berlin',
    Turns: [{ Day: 1, From: '00:00', Until: '00:00', ContactID: anna }],
  };
  const post = (path: string, payload: object) =>
    setup.app.inject({
      method: 'POST',
      url: `/api/health/rotas${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload,
    });
  const first = (await post('', body)).json();
  const again = (await post('', { ...body, Turns: always(ben).map(wire) })).json();
  expect(again.Data).toBe(first.Data);
  const listed = await setup.app.inject({ url: '/api/health/rotas', headers: { authorization: `Bearer ${token}` } });
  expect(listed.json().Data).toMatchObject([{ Name: 'Operations', OnCall: [{ ContactID: ben, Name: 'Ben' }] }]);
  expect((await post('', { ...body, Turns: [{ Day: 8 }] })).json().Status).toBe(3);
  expect((await post('/delete', { RotaID: first.Data })).json().Status).toBe(0);
  expect(await rotas().list()).toEqual([]);
});

function wire({ day, from, until, contactId }: ReturnType<typeof always>[number]) {
  return { Day: day, From: from, Until: until, ContactID: contactId };
}
