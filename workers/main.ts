// Entry point of `npm run workers`: a process that only runs jobs.
import '../core/process/fast-start.js';

// Dynamic import: without `--import`, static imports would load before fast-start.js takes effect.
const { runProcess } = await import('../core/process/run-process.ts');

await runProcess(async (config) => {
  const { startWorkers } = await import('./start.ts');
  const { stop } = await startWorkers(config);
  return { lines: ['Vitrine runs background jobs in this process.'], stop };
});
