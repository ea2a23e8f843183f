import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { CalendarWindow } from './calendar-events.ts';

/** A calendar that takes longer is not used, in milliseconds. */
const timeoutMs = 10_000;
const maxMemoryMb = 192;

const answer = z.union([
  z.object({ events: z.array(z.object({ from: z.string(), until: z.string(), title: z.string() })) }),
  z.object({ problem: z.string() }),
]);

/**
 * The events of a calendar that touch a period, or why it cannot be used. A thread reads it, with limits of time and memory: the
 * recurrence rules of a calendar may have no end.
 */
export function parseCalendar(text: string, window: CalendarWindow): Promise<z.output<typeof answer>> {
  const worker = new Worker(join(import.meta.dirname, 'calendar-thread.ts'), {
    workerData: { text, window },
    // A calendar needs nothing of the process.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  return new Promise((resolve) => {
    const end = (result: z.output<typeof answer>) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(result);
    };
    const timer = setTimeout(() => end({ problem: 'The calendar takes too long to read.' }), timeoutMs);
    worker.on('message', (message) => end(answer.parse(message)));
    worker.on('error', ({ message }) => end({ problem: `The calendar could not be read. ${message}` }));
    worker.on('exit', () => end({ problem: 'The calendar could not be read.' }));
  });
}
