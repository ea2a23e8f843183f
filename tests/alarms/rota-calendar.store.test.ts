import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onCallNow } from '../../core/alarms/rotas.ts';
import { processMetrics } from '../../core/metrics/registry.ts';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import { telephonyContacts } from '../../db/schema/telephony.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { makeAlarmSetup } from './setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
let anna: number;
let servers: Server[];
beforeEach(async () => {
  servers = [];
  setup = await makeAlarmSetup();
  anna = await setup.addContact((await setup.addAccount()).id);
  await setup.deps.db.update(telephonyContacts).set({ friendlyName: 'Anna' }).where(eq(telephonyContacts.id, anna));
});
afterEach(async () => {
  for (const server of servers) server.close().closeAllConnections();
  await setup.remove();
});

/** Starts a server of calendars; returns its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = castPort(server.address());
  return `http://127.0.0.1:${port}`;
}
function castPort(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}
/** A calendar with one shift around now. */
function calendar(title: string): string {
  const time = (hours: number) =>
    new Date(Number(setup.deps.now()) + hours * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '');
  const event = ['BEGIN:VEVENT', 'UID:a', `DTSTART:${time(-1)}`, `DTEND:${time(48)}`, `SUMMARY:${title}`, 'END:VEVENT'];
  return ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n');
}
const rotas = () => setup.admin.alarms.rotas;
const save = (address: string) => rotas().save({ name: 'Operations', timeZone: 'UTC', calendar: address });
const read = () => handlers.readRotaCalendars.run({}, setup.deps);
const stateOf = async () => {
  const [rota] = await rotas().list();
  return { onCall: rota?.onCall.map(({ name }) => name), problems: rota?.problems, host: rota?.calendarHost };
};

test('a calendar says who is on call; its address is stored encrypted and not shown', async () => {
  const address = await serve((_request, response) => response.end(calendar('aNNa')));
  const { id } = await save(`${address}/private-token/basic.ics`);
  await read();
  const host = new URL(address).host;
  expect(await stateOf()).toEqual({ onCall: ['Anna'], problems: [], host });
  expect(await onCallNow(setup.deps.db, [id], setup.deps.now())).toEqual(new Map([[id, [anna]]]));
  const rows = await setup.deps.db.select().from(alarmRotas);
  expect(JSON.stringify([rows, await rotas().list()])).not.toContain('private-token');
  // Back to turns: nothing of the calendar counts.
  const plain = { id, name: 'Operations', timeZone: 'UTC' };
  const turns = [{ day: 1, from: '08:00', until: '08:00', contactId: anna }];
  await expect(rotas().save({ ...plain, turns })).rejects.toThrow('not both');
  await rotas().save({ ...plain, turns: [], calendar: '' });
  expect(await stateOf()).toEqual({ onCall: [], problems: [], host: null });
});

test('names that are no contact are a problem, and the others of a title count', async () => {
  const address = await serve((_request, response) => response.end(calendar('Anna\\, Zoe')));
  await save(`${address}/basic.ics`);
  await read();
  const problems = ['Names in the calendar that no active contact has: Zoe.'];
  expect(await stateOf()).toMatchObject({ onCall: ['Anna'], problems });
});

test('a calendar that cannot be read keeps its last good text, shows the problem and counts it', async () => {
  let answer: RequestListener = (_request, response) => response.end(calendar('Anna'));
  const address = await serve((request, response) => answer(request, response));
  await save(`${address}/basic.ics`);
  await read();
  for (const [broken, problem] of [
    [(_request, response) => response.writeHead(503).end(), 'answered 503'],
    [(_request, response) => response.end('<html>'), 'is no calendar'],
    [(_request, response) => response.end(calendar('Anna') + 'x'.repeat(1_100_000)), 'more than 1 MB'],
    [(_request, response) => response.writeHead(302, { location: '/basic.ics' }).end(), 'more than 3 times'],
  ] satisfies [RequestListener, string][]) {
    answer = broken;
    await read();
    expect(await stateOf()).toMatchObject({ onCall: ['Anna'], problems: [expect.stringContaining(problem)] });
  }
  expect(await processMetrics.metrics()).toMatch(/vitrine_background_failures_total\{source="calendar"\} [4-9]/);
  answer = (_request, response) => response.end(calendar('Anna'));
  await read();
  expect(await stateOf()).toMatchObject({ onCall: ['Anna'], problems: [] });
});

test('a rota whose address cannot be decrypted says so, is saved, and takes a new address; others are read', async () => {
  const address = await serve((_request, response) => response.end(calendar('Anna')));
  const { id } = await rotas().save({ name: 'A', timeZone: 'UTC', calendar: `${address}/a.ics` });
  await rotas().save({ name: 'B', timeZone: 'UTC', calendar: `${address}/b.ics` });
  await setup.deps.db.update(alarmRotas).set({ calendar: 'another.key.of.old' }).where(eq(alarmRotas.id, id));
  await read();
  const list = await rotas().list();
  expect(list.map(({ onCall }) => onCall.length)).toEqual([0, 1]);
  expect(list[0]?.problems).toEqual([expect.stringContaining('Its address cannot be decrypted')]);
  await rotas().save({ id, name: 'Renamed', timeZone: 'UTC' });
  await rotas().save({ id, name: 'Renamed', timeZone: 'UTC', calendar: `${address}/a.ics` });
  await read();
  expect((await rotas().list()).find(({ name }) => name === 'Renamed')).toMatchObject({
    onCall: [{ name: 'Anna' }],
    problems: [],
  });
});

test('redirects are followed, each address checked again', async () => {
  const target = await serve((_request, response) => response.end(calendar('Anna')));
  const first = await serve((_request, response) => response.writeHead(302, { location: `${target}/moved.ics` }).end());
  await save(`${first}/basic.ics`);
  await read();
  expect(await stateOf()).toMatchObject({ onCall: ['Anna'], problems: [] });
  const metadata = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  );
  const [rota] = await rotas().list();
  await rotas().save({ id: rota?.id, name: 'Operations', timeZone: 'UTC', calendar: `${metadata}/basic.ics` });
  await read();
  expect(await stateOf()).toMatchObject({ onCall: [], problems: [expect.stringContaining('could not be read')] });
});

test('private addresses are refused unless CHECK_PRIVATE_NETWORKS is on', async () => {
  const closed = await makeAlarmSetup({ CHECK_PRIVATE_NETWORKS: '' });
  try {
    let requests = 0;
    const address = await serve((_request, response) => {
      requests += 1;
      response.end(calendar('Anna'));
    });
    await closed.admin.alarms.rotas.save({ name: 'Operations', timeZone: 'UTC', calendar: `${address}/basic.ics` });
    await handlers.readRotaCalendars.run({}, closed.deps);
    const [rota] = await closed.admin.alarms.rotas.list();
    expect(rota?.problems).toEqual([expect.stringContaining('private')]);
    expect(requests).toBe(0);
  } finally {
    await closed.remove();
  }
});
