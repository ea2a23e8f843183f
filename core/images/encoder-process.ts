import { drawIcon } from './draw-icon.ts';
import { drawPreview } from './draw-preview.ts';
import { clean, type Encoded, makeThumbhash, makeVariant } from './encode.ts';
import type { Answer, Task } from './encoder.ts';

// encoder.ts starts this process; it does the tasks it receives and ends when the channel closes.
process.on('message', async ({ id, task }: { id: number; task: Task }) => {
  const answer = await work(task);
  // The server may end at any moment; then no one needs the answer.
  if (process.connected) process.send?.({ id, answer }, (error: Error | null) => error && process.exit());
});

async function work(task: Task): Promise<Answer> {
  try {
    return { encoded: await encodedBy(task) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function encodedBy(task: Task): Promise<Encoded> {
  switch (task.kind) {
    case 'clean':
      return clean(task);
    case 'variant':
      return makeVariant(task);
    case 'thumbhash':
      return makeThumbhash(task);
    case 'icon':
      return drawIcon(task);
    case 'preview':
      return drawPreview(task);
  }
}

// Ignore signals to the whole group (Ctrl-C, a service manager's stop): the server finishes its requests first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
