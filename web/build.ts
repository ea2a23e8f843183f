import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { InlineConfig } from 'vite';
import type { LandingAssets } from '../server/landing/page.ts';
import { compressFiles } from './compress.ts';

const webFolder = import.meta.dirname;
const repository = join(webFolder, '..');
const dist = join(webFolder, 'dist');
const stampFile = join(dist, 'stamp.json');

/** Builds `web/dist`: the browser's files in `client`, the landing page's renderer in `server`, and `assets.json`. */
export async function buildWeb(): Promise<void> {
  // Remove the stamp first: it must not mark a failed build as complete.
  await rm(stampFile, { force: true });
  const stamp = sourceStamp();
  // A test runner sets NODE_ENV, which would build React's development version.
  process.env.NODE_ENV = 'production';
  const { landingServer, landingClient, adminClient } = await import('./vite.config.ts');
  const emitted = await runVite(landingServer);
  const [loader] = await runVite(landingClient);
  const [admin, ...adminFiles] = existsSync(join(webFolder, 'admin', 'main.tsx')) ? await runVite(adminClient) : [];
  const styleSheet = emitted.find((file) => file.endsWith('.css'));
  if (!loader || !styleSheet) throw new Error('The build produced no script or no style sheet for the landing page');
  await cp(join(dist, 'server', 'assets'), join(dist, 'client', 'assets'), { recursive: true });
  const assets: LandingAssets = {
    loader,
    admin: admin ?? '',
    adminStyles: adminFiles.filter((file) => file.endsWith('.css')),
    css: await readFile(join(dist, 'server', styleSheet), 'utf8'),
  };
  await writeFile(join(dist, 'assets.json'), JSON.stringify(assets));
  await compressFiles(join(dist, 'client'));
  await writeFile(stampFile, JSON.stringify({ stamp }));
}

/** True if `web/dist` was built from the current sources. */
export function isWebBuilt(): boolean {
  if (!existsSync(stampFile)) return false;
  const built: unknown = JSON.parse(readFileSync(stampFile, 'utf8'));
  return typeof built === 'object' && built !== null && 'stamp' in built && built.stamp === sourceStamp();
}

/** Runs Vite and returns the addresses of the emitted files; the entry's script comes first. */
async function runVite(config: InlineConfig): Promise<string[]> {
  // Import Vite on demand: loading takes longer than checking whether a build is needed.
  const { build } = await import('vite');
  const result = await build(config);
  if (!('output' in result)) throw new Error('Vite must build a single bundle, without watching');
  return result.output.map((file) => `/${file.fileName}`);
}

/** Hash of all files that the build reads. */
function sourceStamp(): string {
  const hash = createHash('sha256').update(readFileSync(join(repository, 'package-lock.json')));
  for (const folder of ['contract', 'web']) {
    for (const file of filesBelow(join(repository, folder))) {
      hash.update(`\0${relative(repository, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (path === dist) return [];
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

if (import.meta.main) {
  const isNeeded = !process.argv.includes('--if-needed') || !isWebBuilt();
  if (isNeeded) await buildWeb();
}
