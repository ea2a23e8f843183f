import { clean, makeVariant } from './encode.ts';
import type { Answer, Task } from './encoder.ts';

// Started by encoder.ts, does the tasks it is sent and ends when the channel closes.
process.on('message', async ({ id, task }: { id: number; task: Task }) => {
  process.send?.({ id, answer: await work(task) });
});

async function work(task: Task): Promise<Answer> {
  try {
    return { encoded: task.kind === 'clean' ? await clean(task) : await makeVariant(task) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

// A signal to the whole group (Ctrl-C, a service manager's stop) leaves the server to finish its requests first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
