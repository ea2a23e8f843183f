import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { timePictureTask } from '../metrics/counters.ts';
import type { IconTask } from './draw-icon.ts';
import type { PreviewTask } from './draw-preview.ts';
import type { CleanTask, Encoded, VariantTask } from './encode.ts';

export type Task =
  | ({ kind: 'clean' } & CleanTask)
  | ({ kind: 'variant' } & VariantTask)
  | { kind: 'thumbhash'; bytes: Buffer }
  | ({ kind: 'icon' } & IconTask)
  | ({ kind: 'preview' } & PreviewTask);

export type Answer = { encoded: Encoded } | { problem: string };

/** The picture library could not read or write a picture; the message is the library's own. */
export class EncodingError extends Error {}

// A separate process encodes pictures. Its end frees the memory that native encoders fragment (hundreds of MB in a
// long-lived process), a decoder that crashes on a hostile file crashes nothing else, and the server answers pages during
// the work. The process starts with the first task and ends after a while without tasks.
const maxConcurrentTasks = 2;
/** An upload is decoded alone: it may have 40 million pixels, a stored picture at most 13. */
const exclusiveKind = 'clean';
/** Done for stored pictures by jobs: one at a time, and after the tasks that a request waits for. */
const backgroundKinds: readonly Task['kind'][] = ['variant', 'thumbhash'];
const idleTimeoutMs = 10_000;

// Pass none of the server's secrets. The glibc settings return memory early, which halves the size of the process.
const environment = {
  PATH: process.env.PATH,
  LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
  UV_THREADPOOL_SIZE: String(maxConcurrentTasks),
  FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Reads what a task needs when its turn comes, so that waiting tasks take no memory. */
type LoadTask = () => Promise<Task>;

interface Waiting {
  kind: Task['kind'];
  load: LoadTask;
  resolve(encoded: Encoded): void;
  reject(error: unknown): void;
}

const queue: Waiting[] = [];
const running = new Map<number, Waiting>();
let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;

/**
 * Runs a task in the encoding process, at most two at a time, uploads alone, variants one at a time and after all other
 * tasks. Rejects with an EncodingError or the error of `load`.
 */
export function encode(kind: Task['kind'], load: LoadTask): Promise<Encoded> {
  const end = timePictureTask(kind);
  const encoded = new Promise<Encoded>((resolve, reject) => {
    queue.push({ kind, load, resolve, reject });
    startNext();
  });
  return encoded.finally(end);
}

function startNext(): void {
  for (let next = nextWaiting(); next && hasRoomFor(next); next = nextWaiting()) {
    queue.splice(queue.indexOf(next), 1);
    clearTimeout(idle);
    lastId += 1;
    running.set(lastId, next);
    send(lastId, next);
  }
  if (running.size === 0) idle = setTimeout(endProcess, idleTimeoutMs).unref();
  keepAlive(running.size > 0);
}

function nextWaiting(): Waiting | undefined {
  return queue.find((waiting) => !isBackground(waiting)) ?? queue[0];
}

function hasRoomFor(next: Waiting): boolean {
  const others = [...running.values()];
  if (others.length === 0) return true;
  if (next.kind === exclusiveKind || others.some(({ kind }) => kind === exclusiveKind)) return false;
  if (isBackground(next) && others.some(isBackground)) return false;
  return others.length < maxConcurrentTasks;
}

function isBackground({ kind }: Waiting): boolean {
  return backgroundKinds.includes(kind);
}

function send(id: number, waiting: Waiting): void {
  waiting.load().then(
    (task) => {
      child ??= startProcess();
      keepAlive(true);
      child.send({ id, task });
    },
    (error: unknown) => {
      running.delete(id);
      waiting.reject(error);
      startNext();
    },
  );
}

function endProcess(): void {
  const ended = child;
  child = undefined;
  ended?.disconnect();
}

/** Lets the server's process end, except during a task. */
function keepAlive(busy: boolean): void {
  if (busy) child?.channel?.ref();
  else child?.channel?.unref();
}

function startProcess(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'encoder-process.ts'), {
    execArgv: ['--import', join(import.meta.dirname, '..', 'process', 'fast-start.js')],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: environment,
  });
  started.unref();
  // Pages have priority over sharper pictures.
  if (started.pid !== undefined) setPriority(started.pid, 5);
  started.on('message', ({ id, answer }: { id: number; answer: Answer }) => finish(id, answer));
  started.on('error', (error) => forget(started, error));
  started.on('disconnect', () => forget(started, new Error('The encoding process ended')));
  return started;
}

function finish(id: number, answer: Answer): void {
  const done = running.get(id);
  running.delete(id);
  if ('encoded' in answer) done?.resolve(answer.encoded);
  else done?.reject(new EncodingError(answer.problem));
  startNext();
}

/** Rejects the running tasks of an ended process; the next task starts another one. */
function forget(ended: ChildProcess, error: Error): void {
  if (child !== ended) return;
  child = undefined;
  const lost = [...running.values()];
  running.clear();
  for (const waiting of lost) waiting.reject(error);
  startNext();
}
