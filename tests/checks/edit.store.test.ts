import { afterEach, beforeEach, expect, test } from 'vitest';
import { maskedSecret } from '../../contract/checks.ts';
import { judgeAttempts } from '../../core/checks/record.ts';
import { applyChecks } from '../../core/health/failing-checks.ts';
import { checks } from '../../db/schema/checks.ts';
import { makeAlarmSetup } from '../alarms/setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
let clientId: number;
beforeEach(async () => {
  setup = await makeAlarmSetup();
  clientId = (await setup.addServer({ name: 'Shop' })).id;
});
afterEach(() => setup.remove());

const http = (url: string) => ({ kind: 'http', url }) as const;
const list = () => setup.admin.checks.ofServer({ clientId });

test('a check is added, changed and deleted; headers and body are masked and kept', async () => {
  const target = http('https://shop.example/health');
  const headers = [{ name: 'Authorization', value: 'Bearer very-secret' }];
  const { id } = await setup.admin.checks.save({ clientId, settings: { target, headers, body: 'secret body' } });
  expect(await list()).toMatchObject([
    { id, headers: [{ name: 'Authorization', value: maskedSecret }], body: maskedSecret },
  ]);
  expect(JSON.stringify(await setup.deps.db.select().from(checks))).not.toContain('very-secret');
  const [before] = await setup.deps.db.select().from(checks);
  const masked = [{ name: 'Authorization', value: maskedSecret }];
  await setup.admin.checks.save({
    clientId,
    id,
    settings: { target, headers: masked, body: maskedSecret, everySeconds: 30 },
  });
  expect(await list()).toMatchObject([{ id, everySeconds: 30, headers: masked }]);
  // Another origin would learn the secret.
  const moved = { target: http('https://other.example/'), headers: masked };
  await expect(setup.admin.checks.save({ clientId, id, settings: moved })).rejects.toThrow(
    'Authorization needs a value',
  );
  expect(before?.id).toBe(id);
  await setup.admin.checks.remove({ id });
  expect(await list()).toEqual([]);
  await expect(setup.admin.checks.remove({ id })).rejects.toThrow('does not exist');
});

test('a server has each target once, and checks of other servers are out of reach', async () => {
  const settings = { target: http('https://shop.example/health') };
  const { id } = await setup.admin.checks.save({ clientId, settings });
  await expect(setup.admin.checks.save({ clientId, settings })).rejects.toThrow('already');
  const other = (await setup.addServer({ name: 'Other' })).id;
  await expect(setup.admin.checks.save({ clientId: other, id, settings })).rejects.toThrow('does not exist');
  await expect(setup.admin.checks.save({ clientId: 9999, settings })).rejects.toThrow('does not exist');
});

test('settings are tried without being saved, with the stored secret of the same address', async () => {
  const receiver = await setup.receiver((request, response) => {
    response.writeHead(request.headers.authorization === 'Bearer very-secret' ? 200 : 401).end('well');
  });
  const target = http(receiver.address);
  const headers = [{ name: 'Authorization', value: 'Bearer very-secret' }];
  const { id } = await setup.admin.checks.save({ clientId, settings: { target, headers } });
  const attempt = (value: string) =>
    setup.admin.checks.attempt({ clientId, id, settings: { target, headers: [{ name: 'Authorization', value }] } });
  expect(await attempt(maskedSecret)).toMatchObject({ ok: true, reason: '' });
  expect(await attempt('Bearer wrong')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('401'),
  });
  const contains = { ...target, mustContain: ['ill'] };
  const failed = await setup.admin.checks.attempt({
    clientId,
    id,
    settings: { target: contains, headers: [{ name: 'Authorization', value: maskedSecret }] },
  });
  expect(failed.ok).toBe(false);
  expect(await list()).toMatchObject([{ id, status: 'new', checkedAt: null }]);
});

test('other settings of a check that is down bring no server back; its next success does', async () => {
  const target = http('https://8.8.8.8/health');
  const settings = { target, failures: 1, attempts: 1 };
  const { id } = await setup.admin.checks.save({ clientId, settings });
  const report = async (ok: boolean) => {
    await setup.clock.elapse(60);
    const reason = ok ? '' : 'The server refused the connection.';
    const changed = await judgeAttempts(setup.deps.db, [
      { checkId: id, at: setup.clock.now(), ok, reason, latencyMs: 1 },
    ]);
    await applyChecks(setup.deps.db, setup.clock.now(), changed);
  };
  await setup.ping((await setup.monitor(clientId)).code);
  await report(false);
  expect((await setup.monitor(clientId)).status).toBe('offline');
  for (const changed of [settings, { ...settings, everySeconds: 30 }]) {
    await setup.admin.checks.save({ clientId, id, settings: changed });
    expect([(await setup.monitor(clientId)).status, (await list())[0]?.status]).toEqual(['offline', 'down']);
  }
  await report(true);
  expect((await list())[0]?.status).toBe('up');
  await setup.admin.checks.save({ clientId, id, settings: { ...settings, isActive: false } });
  expect((await list())[0]?.status).toBe('new');
});
