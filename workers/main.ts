// Entry of `npm run workers`: background work in a process of its own.
import '../core/process/fast-start.ts';

// Imported after the line above has taken effect, which static imports would not wait for.
const { runProcess } = await import('../core/process/run-process.ts');

await runProcess(async (config) => {
  const { startWorkers } = await import('./start.ts');
  const { stop } = await startWorkers(config);
  return { lines: ['Vitrine runs background work in this process.'], stop };
});
