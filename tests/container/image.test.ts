import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { variableNames } from '../../core/config/config.ts';
import { freePort } from '../fixture/free-port.ts';
import { startRedisServer } from '../fixture/redis-server.ts';
import { contextFiles, copies, imageFiles, instructions, layOut, repository } from './image.ts';

const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const compose = read('docker-compose.yml');
const commandList = z.array(z.string());

/** The value of the final image's last instruction with the given name. */
const instruction = (name: string) => instructions().findLast((line) => line.stage === '' && line.name === name)?.value;
/** Commands that start containers. */
const commands = [
  commandList.parse(JSON.parse(instruction('CMD') ?? '')),
  ...[...compose.matchAll(/^ {4}command: (\["node".*\])$/gm)].map(([, list = '']) =>
    commandList.parse(JSON.parse(list)),
  ),
];

describe('the container files', () => {
  test('every copied path exists in the build context; stages are defined before they are used', () => {
    const context = contextFiles();
    const stages = new Set(instructions().map(({ stage }) => stage));
    for (const { from, sources } of copies()) {
      if (from !== null) expect(stages).toContain(from);
      else
        for (const path of sources)
          expect(
            context.some((file) => file === path || file.startsWith(`${path}/`)),
            path,
          ).toBe(true);
    }
    expect(context.filter((file) => /^(tests|docs|\.git|\.ci)\b|\.env|\.sqlite/.test(file))).toEqual([]);
  });

  test('every variable is one of the product’s, or the image’s own', () => {
    const set = (instruction('ENV') ?? '').split(' ').map((pair) => pair.split('=')[0] ?? '');
    expect(set.filter((name) => !variableNames.includes(name))).toEqual(['NODE_ENV']);
    const named = [...compose.matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(12);
    const foreign = named.filter((name) => !variableNames.includes(name));
    expect([...new Set(foreign)].sort()).toEqual(['POSTGRES_DB', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'SITE_ADDRESS']);
    // Every variable that an operator may set is known to the file or the product.
    const asked = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    expect(asked.filter((name) => !named.includes(name))).toEqual([]);
    expect(read('deploy/Caddyfile').match(/\{\$[A-Z_]+/g)).toEqual(['{$SITE_ADDRESS']);
  });

  test('mounted files and started programs exist', () => {
    const mounted = [...compose.matchAll(/- (\.\/[^:]+):/g)].map(([, path = '']) => path);
    expect(mounted).toEqual(['./deploy/Caddyfile']);
    for (const path of mounted) expect(existsSync(join(repository, path))).toBe(true);
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const program = command.find((word) => word.endsWith('.ts'));
      expect(imageFiles()).toContain(program);
    }
  });

  test('the image runs as an unprivileged user, and Node.js receives the signals', () => {
    expect(instruction('USER')).toBe('node');
    expect(instruction('CMD')).toMatch(/^\["node",/);
    expect(instruction('HEALTHCHECK')).toContain('/readyz');
    expect(instruction('VOLUME')).toBe('/data');
  });
});

/** Relative files and packages that a file loads at run time. */
function loaded(file: string): { files: string[]; packages: string[] } {
  const text = read(file).replace(/^\s*(import|export) type\b[\s\S]*?;$/gm, '');
  const names = [...text.matchAll(/(?:^(?:import|export|\}) (?:[^'`\n]* )?from|^import|\bimport\()\s*'([^']+)'/gm)].map(
    ([, name = '']) => name,
  );
  const relative = names.filter((name) => name.startsWith('.'));
  const packages = names.filter((name) => !name.startsWith('.') && !name.startsWith('node:'));
  return { files: relative.map((name) => normalize(join(dirname(file), name))), packages };
}

test('the image contains the files and production packages that the programs load', () => {
  const inImage = imageFiles();
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const programs = [
    'server/main.ts',
    'workers/main.ts',
    'core/commands/rescue.ts',
    'core/commands/rotate-secrets.ts',
    'core/images/encoder-process.ts',
  ];
  const seen = new Set<string>();
  const missing: string[] = [];
  const follow = (file: string, from: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!inImage.has(file)) return void missing.push(`${file}, which ${from} loads`);
    const { files, packages } = loaded(file);
    for (const name of packages) {
      const owner = name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/');
      if (!(owner in dependencies)) missing.push(`the package ${owner}, which ${file} loads`);
    }
    for (const next of files) follow(next, file);
  };
  for (const program of programs) follow(program, 'the image');
  expect(missing).toEqual([]);
  expect(seen.size).toBeGreaterThan(150);
});

describe('started from the image’s files alone, read-only', () => {
  let folder: string;
  let image: string;
  const packages = realpathSync(join(repository, 'node_modules'));
  // Root may write anywhere, so start as an unprivileged user, if that user can read the packages and Node.js.
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot && [packages, process.execPath].every(isOpenToAll) ? { uid: 65_534, gid: 65_534 } : {};
  let before: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-image-'));
    image = join(folder, 'vitrine');
    await layOut(image);
    await symlink(packages, join(image, 'node_modules'));
    await setWritable(image, false);
    for (const name of ['data', 'tmp']) {
      await mkdir(join(folder, name));
      await chmod(join(folder, name), 0o777);
    }
    await chmod(folder, 0o755);
    before = await stateOf(image);
  });
  afterAll(async () => {
    await setWritable(image, true);
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a program of the image as its user, with only /data and /tmp writable, and waits for its start message. */
  async function start(command: readonly string[], variables: Record<string, string>): Promise<ChildProcess> {
    const env = { ...environment(), ...variables };
    const child = spawn(process.execPath, command.slice(1), { cwd: image, env, ...identity });
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (bytes: Buffer) => {
        said += bytes;
        if (said.includes('Vitrine ')) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(`it ended: ${said}`)));
    });
    return child;
  }
  function environment(): Record<string, string> {
    const set = (instruction('ENV') ?? '').split(' ').map((pair) => pair.split('='));
    const own = { HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), TMPDIR: join(folder, 'tmp'), LOG_LEVEL: 'warn' };
    return { PATH: process.env.PATH ?? '', ...Object.fromEntries(set), ...own };
  }
  async function stopped(child: ChildProcess): Promise<unknown> {
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    return code;
  }

  test('the web process serves its page and pictures, passes its health check, and ends on SIGTERM', async () => {
    const port = await freePort();
    const child = await start(commands[0] ?? [], { PORT: String(port), ADMIN_PASSWORD: 'correct horse' });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('</html>');
    // Needs fonts, a child process and the picture decoder.
    const drawn = await fetch(`http://127.0.0.1:${port}/og.jpg`);
    expect(drawn.status).toBe(200);
    expect((await drawn.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    const [, list = ''] = /CMD (\[.*\])$/.exec(instruction('HEALTHCHECK') ?? '') ?? [];
    const [, ...check] = commandList.parse(JSON.parse(list));
    await promisify(execFile)(process.execPath, check, { env: { ...environment(), PORT: String(port) } });
    const elsewhere = { env: { ...environment(), PORT: String(await freePort()) } };
    await expect(promisify(execFile)(process.execPath, check, elsewhere)).rejects.toThrow();
    expect(await stopped(child)).toBe(0);
  }, 60_000);

  test('a worker runs and replies to its health check', async () => {
    const redis = await startRedisServer();
    const port = await freePort();
    const command = commands.find((words) => words.includes('workers/main.ts')) ?? [];
    const child = await start(command, { METRICS_PORT: String(port), REDIS_URL: redis.url });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('vitrine_queue_info{driver="redis"} 1');
    expect(await stopped(child)).toBe(0);
    await redis.remove();
  }, 60_000);

  test('neither has changed the image', async () => {
    expect(await stateOf(image)).toEqual(before);
  });
});

/** True if every user may enter all folders above the path. */
function isOpenToAll(path: string): boolean {
  const above = dirname(path);
  return (statSync(above).mode & 0o005) === 0o005 && (above === '/' || isOpenToAll(above));
}

/** Every file below a folder with its size and modification time. */
async function stateOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.sort().map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`);
}

/** Sets or removes write permission for every file and folder; targets of links are unchanged. */
async function setWritable(folder: string, isWritable: boolean): Promise<void> {
  await chmod(folder, isWritable ? 0o755 : 0o555);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await setWritable(path, isWritable);
    else if (entry.isFile()) await chmod(path, isWritable ? 0o644 : 0o444);
  }
}
