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
  | ({ kind: 'icon' } & IconTask)
  | ({ kind: 'preview' } & PreviewTask);

export type Answer = { encoded: Encoded } | { problem: string };

/** The picture library could not read or write a picture; the message is the library's own. */
export class EncodingError extends Error {}

// Encoding happens in a process of its own. Memory that native encoders leave fragmented (hundreds of MB in a long-lived
// process) goes back with it, a decoder that a hostile file breaks takes nothing else along, and pages are answered
// while pictures are made. One is started when there is work and ends when there was none for a while.
const maxAtOnce = 2;
const idleMilliseconds = 10_000;

// None of the server's secrets; and for glibc to give memory back, which halves what the process holds.
const environment = {
  PATH: process.env.PATH,
  LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
  UV_THREADPOOL_SIZE: String(maxAtOnce),
  FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

interface Waiting {
  task: Task;
  resolve(encoded: Encoded): void;
  reject(error: Error): void;
}

const queue: Waiting[] = [];
const running = new Map<number, Waiting>();
let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;

/** Does a task in the encoding process, at most two at a time; rejects with an EncodingError. */
export function encode(task: Task): Promise<Encoded> {
  const end = timePictureTask(task.kind);
  const encoded = new Promise<Encoded>((resolve, reject) => {
    queue.push({ task, resolve, reject });
    startNext();
  });
  return encoded.finally(end);
}

function startNext(): void {
  while (running.size < maxAtOnce) {
    const next = queue.shift();
    if (!next) break;
    clearTimeout(idle);
    child ??= startProcess();
    lastId += 1;
    running.set(lastId, next);
    child.send({ id: lastId, task: next.task });
  }
  if (running.size === 0) idle = setTimeout(endProcess, idleMilliseconds).unref();
  keepAlive(running.size > 0);
}

function endProcess(): void {
  const ended = child;
  child = undefined;
  ended?.disconnect();
}

/** Only work under way keeps the server's process from ending. */
function keepAlive(busy: boolean): void {
  if (busy) child?.channel?.ref();
  else child?.channel?.unref();
}

function startProcess(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'encoder-process.ts'), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: environment,
  });
  started.unref();
  // Visitors who are waiting for a page come before visitors who are waiting for a sharper picture.
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

/** What it was doing fails; the next task starts another process. */
function forget(ended: ChildProcess, error: Error): void {
  if (child !== ended) return;
  child = undefined;
  const lost = [...running.values()];
  running.clear();
  for (const waiting of lost) waiting.reject(error);
  startNext();
}
