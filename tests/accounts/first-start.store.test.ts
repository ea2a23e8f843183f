import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { users } from '../../db/schema/users.ts';
import { start } from '../../server/start.ts';
import { freePort } from '../fixture/free-port.ts';
import { runProgram } from '../fixture/run-program.ts';
import { signIn } from '../fixture/server.ts';
import { makeStore } from '../fixture/store.ts';

const program = join(import.meta.dirname, '../../server/main.ts');

test('a first start on a busy port ends with one line, the next start shows the generated password, later ones none', async () => {
  const store = await makeStore();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const busyPort = typeof address === 'object' && address ? address.port : 0;
  const variables = {
    ...store.variables,
    SAMPLE_CONTENT: 'off',
    LOG_LEVEL: 'silent',
    ADMIN_USERNAME: 'Boss',
    ADMIN_PASSWORD: '',
  };
  const ended = await runProgram(program, [], { ...variables, PORT: String(busyPort) });
  other.close();
  expect(ended).toMatchObject({ code: 1, said: '' });
  expect(ended.complaint.trim().split('\n')).toEqual([expect.stringContaining('PORT')]);

  const running = await start(readConfig({ ...variables, PORT: String(await freePort()) }), null);
  // 96 random bits.
  expect(running.generatedPassword).toMatch(/^[\w-]{16}$/);
  expect(await signIn(running.address, { userName: 'boss', password: running.generatedPassword ?? '' })).not.toBe('');
  await running.stop();

  // A later start creates no second Admin, under whatever name.
  const later = { ...variables, PORT: String(await freePort()), ADMIN_USERNAME: 'another' };
  const again = await start(readConfig(later), null);
  expect(again.generatedPassword).toBe(null);
  expect((await again.deps.db.select().from(users)).map(({ userName }) => userName)).toEqual(['Boss']);
  await again.deps.db.update(users).set({ role: 'Client' });
  await again.stop();

  // Without an Admin a start needs a new name for one.
  const taken = { ...variables, PORT: String(await freePort()), ADMIN_USERNAME: 'BOSS' };
  const refused = await runProgram(program, [], taken);
  expect(refused).toMatchObject({ code: 1, said: '' });
  expect(refused.complaint).toContain('BOSS already belongs to a user who is not an Admin');
  const withNewAdmin = await start(readConfig(later), null);
  expect(withNewAdmin.generatedPassword).toMatch(/^[\w-]{16}$/);
  await withNewAdmin.stop();
  await store.remove();
});
