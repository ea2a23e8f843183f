// Entry of the thread that reads a calendar (read-calendar.ts).
import { parentPort, workerData } from 'node:worker_threads';
import { calendarEvents } from './calendar-events.ts';

try {
  parentPort?.postMessage({ events: calendarEvents(workerData.text, workerData.window) });
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
}
