import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const repository = join(import.meta.dirname, '../..');

/** A COPY instruction; `from` is a stage, null for the build context. */
interface Copy {
  stage: string;
  from: string | null;
  sources: string[];
  target: string;
}

/** The Dockerfile's instructions with their stage; the final stage has no name. */
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

/** All COPY instructions. */
export function copies(): Copy[] {
  return instructions().flatMap(({ stage, name, value }) => {
    if (name !== 'COPY') return [];
    const words = value.split(' ');
    const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1] ?? null;
    const paths = from === null ? words : words.slice(1);
    return [{ stage, from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }];
  });
}

/** Patterns of .dockerignore: only a path, `!` and a path, or `*` are supported. */
function ignorePatterns(): string[] {
  const lines = readFileSync(join(repository, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** Repository files in the build context: the last matching pattern decides. */
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

/** The product's files in the final image by path, without files from other stages. */
export function imageFiles(): Set<string> {
  const context = contextFiles();
  const final = copies().filter(({ stage, from }) => stage === '' && from === null);
  return new Set(final.flatMap(({ sources }) => context.filter((file) => sources.some((path) => fits(file, path)))));
}

/** Copies the final image's files to a folder: those of the context and the built web, without packages. */
export async function layOut(folder: string): Promise<void> {
  for (const file of imageFiles()) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(repository, file), join(folder, file));
  }
  await cp(join(repository, 'web/dist'), join(folder, 'web/dist'), { recursive: true });
}
