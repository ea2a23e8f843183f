import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSettings, maskedSecret } from '../../contract/checks.ts';
import { startRunner } from '../../core/checks/runner.ts';
import { changeCheck, listChecks } from '../../core/checks/save.ts';
import { systemTimer } from '../../core/queue/timer.ts';
import { resealSecrets } from '../../core/telephony/rotate-secrets.ts';
import { secretBox } from '../../core/telephony/secrets.ts';
import { checkResults, checks } from '../../db/schema/checks.ts';
import { type CheckSetup, makeCheckSetup } from './engine-setup.ts';
import { checkDeps, closeServers, serve } from './setup.ts';

let setup: CheckSetup;
beforeEach(async () => {
  setup = await makeCheckSetup();
});
afterEach(async () => {
  closeServers();
  await setup.remove();
});

const secrets = { headers: [{ name: 'X-Key', value: 'sesame-1234' }], body: 'a body' };

test('a worker runs due checks with their secrets, stores the results and takes servers offline', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, answer) => {
    seen.push(request.headers['x-key']);
    answer.writeHead(request.url === '/bad' ? 500 : 200).end();
  });
  const [good, bad] = [await setup.addServer(), await setup.addServer()];
  await setup.ping(good.code);
  await setup.ping(bad.code);
  const settings = { failures: 1, attempts: 1, ...secrets };
  await setup.addCheck(good.id, { target: { kind: 'http', url }, ...settings });
  const badCheck = await setup.addCheck(bad.id, { target: { kind: 'http', url: `${url}/bad` }, ...settings });
  await setup.clock.elapse(61);
  const errors: unknown[] = [];
  const { deps } = setup;
  const runner = startRunner({
    ...deps,
    timer: systemTimer,
    checks: checkDeps({ now: deps.now }),
    onError: (error) => errors.push(error),
  });
  // The failed attempt is repeated first, by the only worker.
  await expect.poll(async () => (await setup.check(badCheck)).repeatOf).not.toBeNull();
  await expect.poll(() => deps.db.$count(checkResults)).toBe(2);
  expect((await setup.monitor(bad.id)).status).toBe('online');
  await setup.clock.elapse(4);
  await expect.poll(async () => (await setup.monitor(bad.id)).status).toBe('offline');
  await runner.stop();
  expect(errors).toEqual([]);
  expect(seen).toEqual(['sesame-1234', 'sesame-1234', 'sesame-1234']);
  expect((await setup.monitor(good.id)).status).toBe('online');
  const rows = await deps.db.select().from(checks).orderBy(checks.id);
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
    ['up', ''],
    ['down', 'The server answered 500; expected 200–299.'],
  ]);
});

test('headers and bodies are encrypted, masked in answers, kept by a masked save, and lost with another origin', async () => {
  const server = await setup.addServer();
  const target = { kind: 'http', url: 'https://server.example/a' } as const;
  const id = await setup.addCheck(server.id, { target, ...secrets });
  const { deps } = setup;
  const stored = await setup.check(id);
  expect(JSON.stringify(stored)).not.toMatch(/sesame|a body/);
  const [listed] = await listChecks(deps, server.id);
  expect(JSON.stringify(listed)).not.toMatch(/sesame|a body/);
  expect(listed).toMatchObject({ headers: [{ name: 'X-Key', value: maskedSecret }], body: maskedSecret });
  const masked = { headers: [{ name: 'x-key', value: maskedSecret }], body: maskedSecret };
  const open = async () => JSON.parse(secretBox(deps.config).open((await setup.check(id)).secrets ?? ''));
  await changeCheck(
    deps,
    id,
    checkSettings.parse({ target: { ...target, url: 'https://server.example/b' }, ...masked }),
  );
  expect(await open()).toEqual({ headers: [{ name: 'x-key', value: 'sesame-1234' }], body: 'a body' });
  const elsewhere = checkSettings.parse({ target: { ...target, url: 'https://evil.example/' }, ...masked });
  await expect(changeCheck(deps, id, elsewhere)).rejects.toThrow('x-key needs a value');
  expect(await open()).toMatchObject({ body: 'a body' });
  const other = secretBox({ ...deps.config, appSecret: 'another secret of tests', appSecretPrevious: null });
  const both = { ...other, open: secretBox(deps.config).open };
  await resealSecrets(deps.db, both);
  expect(JSON.parse(other.open((await setup.check(id)).secrets ?? ''))).toMatchObject({ body: 'a body' });
});

test('bad settings are refused with a message', async () => {
  const http = (url: string) => checkSettings.safeParse({ target: { kind: 'http', url } });
  for (const url of ['ftp://x.example', 'https://user:pass@x.example', 'http://', 'javascript:alert(1)'])
    expect(http(url).success, url).toBe(false);
  const target = { kind: 'tcp', host: 'x.example', port: 1 } as const;
  const wrong = [
    { everySeconds: 9 },
    { failures: 3, attempts: 2 },
    { everySeconds: 10, timeoutMs: 10_001 },
    { headers: [{ name: 'Host', value: 'y' }] },
    { headers: [{ name: 'X', value: 'a\r\nb' }] },
  ];
  for (const fields of wrong) expect(checkSettings.safeParse({ target, ...fields }).success).toBe(false);
  const server = await setup.addServer();
  const metadata = { kind: 'http', url: 'http://169.254.169.254/' } as const;
  await expect(setup.addCheck(server.id, { target: metadata })).rejects.toThrow(/metadata/);
});
