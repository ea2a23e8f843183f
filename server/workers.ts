// Entry of `npm run workers`: background work in a process of its own.
import './fast-start.ts';

// Imported after the line above has taken effect, which static imports would not wait for.
const { runProcess } = await import('./process.ts');

await runProcess(async (config) => {
  const { startWorkersAlone } = await import('./start-workers.ts');
  const { stop } = await startWorkersAlone(config);
  return { lines: ['Vitrine runs background work in this process.'], stop };
});
