import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const repository = join(import.meta.dirname, '../..');

/** One COPY of a Dockerfile; `from` is a stage, null the context. */
interface Copy {
  stage: string;
  from: string | null;
  sources: string[];
  target: string;
}

/** The Dockerfile's instructions, one a line, with the stage each belongs to; the last one has no name. */
export function instructions(): { stage: string; name: string; value: string }[] {
  const text = readFileSync(join(repository, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  let stage = '';
  return text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === '') return [];
    if (name === 'FROM') stage = / AS (\w+)$/.exec(value)?.[1] ?? '';
    return [{ stage, name, value }];
  });
}

/** Every COPY. */
export function copies(): Copy[] {
  return instructions().flatMap(({ stage, name, value }) => {
    if (name !== 'COPY') return [];
    const words = value.split(' ');
    const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1] ?? null;
    const paths = from === null ? words : words.slice(1);
    return [{ stage, from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }];
  });
}

/** Patterns of .dockerignore in the few forms ours has: a path, `!` and a path, and `*` for everything. */
function ignorePatterns(): string[] {
  const lines = readFileSync(join(repository, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** Files of the repository that the builder is given: the last pattern that fits decides. */
export function contextFiles(): string[] {
  const patterns = ignorePatterns();
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => {
    const deciding = patterns.findLast((pattern) => fits(file, pattern.replace(/^!/, '')));
    return file !== '' && deciding?.startsWith('!') === true;
  });
}

function fits(file: string, pattern: string): boolean {
  return pattern === '*' || file === pattern || file.startsWith(`${pattern}/`);
}

/** The product's own files in the final image, by their path there; what another stage makes is left out. */
export function imageFiles(): Set<string> {
  const context = contextFiles();
  const final = copies().filter(({ stage, from }) => stage === '' && from === null);
  return new Set(final.flatMap(({ sources }) => context.filter((file) => sources.some((path) => fits(file, path)))));
}

/** Lays the final image's files out in a folder: those of the context and the built web. Packages are not among them. */
export async function layOut(folder: string): Promise<void> {
  for (const file of imageFiles()) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(repository, file), join(folder, file));
  }
  await cp(join(repository, 'web/dist'), join(folder, 'web/dist'), { recursive: true });
}
