import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { telephonyContacts } from '../../db/schema/telephony.ts';
import { buildApp } from '../../server/app.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { type CallerHeaders, everyCaller, openSessions } from './callers.ts';
import { callOf } from './entry-points.ts';
import { addTenant, readsOf, type Tenant, writesTo } from './tenants.ts';
import { type Caller, type CallerFacts, callers, whoMayCall } from './who-may-call.ts';

let made: Awaited<ReturnType<typeof makeDependencies>>;
let app: Awaited<ReturnType<typeof buildApp>>;
let alder: Tenant;
let headers: CallerHeaders;
beforeAll(async () => {
  made = await makeDependencies();
  app = await buildApp(made.deps);
  alder = await addTenant(made.deps, 'Alder', 'a');
  const birch = await addTenant(made.deps, 'Birch', 'b');
  const { account: deactivated } = await addTenant(made.deps, 'Cedar', 'c', false);
  const accounts = { client: alder.account, otherClient: birch.account, deactivated };
  headers = await openSessions(made.deps, 'one', accounts);
});
afterAll(async () => {
  await app.close();
  await made.remove();
});

async function call(name: string, input: object | undefined, caller: Caller) {
  const { method, url, body } = callOf(name, input);
  return app.inject({ method, url, ...(body && { payload: body }), headers: headers[caller] });
}

/** True for a caller with Alder's session, an Owner's, or one of staff with the permission for all accounts. */
function mayReach(name: string, caller: Caller): boolean {
  if (/^(a client$|an admin|a client’s)/.test(caller)) return true;
  const { access } = whoMayCall.find(({ entries }) => entries.includes(name)) ?? {};
  // A list names the permission for all accounts first. The public list of clients is complete for these readers.
  const [forAll] = typeof access === 'object' ? access : [];
  const wanted: readonly unknown[] = forAll ? [forAll] : ['content:read', 'health:read', 'telephony:read'];
  const facts: CallerFacts = callers[caller];
  return facts.may?.some((one) => wanted.includes(one)) ?? false;
}

test('data of an account are read by its users and staff with permission, and by no other, whatever ids they send', async () => {
  const found: string[] = [];
  for (const [name, input] of readsOf(alder)) {
    const sees = async (caller: Caller, text: string) => {
      const { body, headers } = await call(name, input, caller);
      // A report has the name of its list in the name of the file.
      return body.includes(text) || String(headers['content-disposition']).includes(text);
    };
    if (!(await sees('a client', 'Alder'))) found.push(`${name} hides them from their own user`);
    if (!(await sees('an admin', 'Alder'))) found.push(`${name} hides them from an admin`);
    if (await sees('a client', 'Birch')) found.push(`${name} shows another account’s to a client`);
    for (const caller of everyCaller.filter((one) => !mayReach(name, one)))
      if (await sees(caller, 'Alder')) found.push(`${name} shows them to ${caller}`);
  }
  expect(found).toEqual([]);
});

test('data of an account are changed by its users and staff with permission, and by no other', async () => {
  const isAlder = eq(telephonyContacts.parentId, alder.account);
  const rows = () => made.deps.db.select().from(telephonyContacts).where(isAlder).orderBy(asc(telephonyContacts.id));
  const before = await rows();
  for (const [name, input] of writesTo(alder)) {
    for (const caller of everyCaller.filter((one) => !mayReach(name, one)))
      expect([name, caller, (await call(name, input, caller)).statusCode < 400]).toEqual([name, caller, false]);
    expect([name, await rows()]).toEqual([name, before]);
  }
  // The same writes by the account's own user work: the refusals above are not those of a wrong input.
  for (const [name, input] of writesTo(alder)) {
    const { statusCode, body } = await call(name, input, 'a client');
    expect([name, statusCode, statusCode === 200 ? '' : body]).toEqual([name, 200, '']);
  }
  expect(await rows()).toEqual([]);
});
