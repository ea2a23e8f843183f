// Entry of `npm run db:generate -- --name <what>`: writes the next migration of both dialects.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const program = join(root, 'node_modules', 'drizzle-kit', 'bin.cjs');
const config = join('db', 'migrations', 'drizzle.config.ts');

// DATABASE_URL chooses the dialect of the tables. No database is needed.
for (const DATABASE_URL of ['', 'postgres://']) {
  const { status } = spawnSync(process.execPath, [program, 'generate', '--config', config, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, DATABASE_URL },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
