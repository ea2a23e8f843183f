import { afterEach, beforeEach, expect, test } from 'vitest';
import { addSignedIn } from '../fixture/users.ts';
import { hour } from '../health/setup.ts';
import { makePolicySetup } from './policy-setup.ts';

let setup: Awaited<ReturnType<typeof makePolicySetup>>;
let authorization: string;
beforeEach(async () => {
  setup = await makePolicySetup();
  authorization = `Bearer ${(await addSignedIn(setup.deps, 'Operator')).token}`;
});
afterEach(() => setup.remove());

async function get(path: string) {
  return (await setup.app.inject({ url: `/api/health/${path}`, headers: { authorization } })).json();
}
async function post(path: string, payload: object) {
  const answer = await setup.app.inject({
    method: 'POST',
    url: `/api/health/${path}`,
    headers: { authorization },
    payload,
  });
  return answer.json();
}

test('a program creates a policy, changes it by its name, tests it, and deletes it', async () => {
  const { account, contactId, server } = await setup.addWatched();
  const policy = {
    Name: 'Night',
    Steps: [
      { AfterMinutes: 0, Notify: [`contact:${contactId}`] },
      { AfterMinutes: 15, Notify: ['server', 'company'] },
    ],
    Repeats: 1,
    RepeatMinutes: 60,
    QuietHours: { TimeZone: 'Europe/Berlin', From: '22:00', Until: '07:00' },
    MaxPerHour: 4,
    FireDrill: true,
    FireDrillMonitorID: server.id,
    AppliesTo: [`account:${account.id}`, `server:${server.id}`],
  };
  const { Data: id, Status } = await post('policies', policy);
  expect(Status).toBe(0);
  expect((await get('policies')).Data).toEqual([{ ...policy, PolicyID: id, FireDrill: 1 }]);
  expect((await post('policies', { Name: 'Night', Steps: policy.Steps, AppliesTo: ['all'] })).Data).toBe(id);
  expect((await get('policies')).Data).toEqual([
    {
      PolicyID: id,
      Name: 'Night',
      Steps: policy.Steps,
      Repeats: 0,
      RepeatMinutes: 30,
      QuietHours: null,
      MaxPerHour: null,
      FireDrill: 0,
      FireDrillMonitorID: null,
      AppliesTo: ['all'],
    },
  ]);
  const { Data: incidentId } = await post('policies/drill', { PolicyID: id });
  expect((await get('incidents/open')).Data).toMatchObject([
    { IncidentID: incidentId, Kind: 'drill', Policy: 'Night' },
  ]);
  expect((await post('policies/delete', { PolicyID: id })).Status).toBe(0);
  expect((await get('policies')).Data).toEqual([]);
});

test.each([
  ['an unknown recipient', { Steps: [{ AfterMinutes: 0, Notify: ['everyone'] }] }, /Notify has everyone/],
  ['a contact that does not exist', { Steps: [{ AfterMinutes: 0, Notify: ['contact:99'] }] }, /There is no contact 99/],
  ['an unknown place', { AppliesTo: ['planet:1'] }, /There is no planet:1/],
  ['a server that does not exist in drills', { FireDrillMonitorID: 99 }, /There is no server 99/],
  ['quiet hours without an end', { QuietHours: { TimeZone: 'UTC', From: '7', Until: '08:00' } }, /like 22:00/],
])('%s is refused, and nothing is stored', async (_case, part, message) => {
  const valid = { Name: 'Night', Steps: [{ AfterMinutes: 0, Notify: ['company'] }] };
  const answer = await post('policies', { ...valid, ...part });
  expect(answer.Status).toBe(3);
  expect(JSON.stringify(answer)).toMatch(message);
  expect((await get('policies')).Data).toEqual([]);
});

test('a program takes care of an incident', async () => {
  const { policyId } = await setup.start();
  await setup.leap(2 * hour);
  const open = async () => (await get('incidents/open')).Data;
  const [{ IncidentID, NextStepAt }] = await open();
  expect(Date.parse(NextStepAt)).toBeGreaterThan(Number(setup.deps.now()));
  await post('incidents/acknowledge', { IncidentID });
  expect(await open()).toMatchObject([{ Policy: 'Night', AcknowledgedAt: expect.any(String), NextStepAt: null }]);
  await post('incidents/reopen', { IncidentID });
  expect((await post('incidents/snooze', { IncidentID, Minutes: 1 })).Status).toBe(3);
  await post('incidents/snooze', { IncidentID, Minutes: 30 });
  const until = new Date(Number(setup.deps.now()) + 30 * 60_000).toISOString();
  expect(await open()).toMatchObject([{ AcknowledgedAt: null, SnoozedUntil: until, NextStepAt: until }]);
  expect((await post('incidents/note', { IncidentID, Note: 'Disk replaced.' })).Status).toBe(0);
  const { entries } = await setup.admin.alarms.incidents.detail({ id: IncidentID });
  expect(entries.map(({ event }) => event)).toEqual(['notified', 'acknowledged', 'reopened', 'snoozed', 'note']);
  expect((await post('policies/delete', { PolicyID: policyId })).Status).toBe(0);
  expect(await open()).toMatchObject([{ Policy: null }]);
});
