// Makes garbage, works on for a while, and is then idle; prints the size of the heap at each of these times.

import { setTimeout as wait } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { collectWhenIdle } from '../../core/process/idle-collection.ts';

const heapSize = () => getHeapStatistics().total_heap_size;

/** Objects that the heap keeps for now. */
function makeObjects(): object[] {
  return Array.from({ length: 500_000 }, (_, place) => ({ place, text: `object ${place}` }));
}

const before = heapSize();
let objects = makeObjects();
collectWhenIdle({ intervalMs: 50, pauseMs: 0 });
objects = [];
const until = performance.now() + 400;
while (performance.now() < until) {
  const next = performance.now() + 10;
  while (performance.now() < next) objects.length = 0;
  await new Promise(setImmediate);
}
const busy = heapSize();
await wait(1000);
process.stdout.write(JSON.stringify({ before, busy, idle: heapSize() }));
