// Entry point of `npm start`, and with --web-only of `npm run server`.
import '../core/process/fast-start.js';

// Dynamic import: without `--import`, static imports would load before fast-start.js takes effect.
const { runProcess } = await import('../core/process/run-process.ts');

await runProcess(async (config) => {
  const { start } = await import('./start.ts');
  const { startJobs } = await import('../workers/jobs/index.ts');
  const { isQueueShared } = await import('../core/queue/create.ts');
  // No other process can work on the embedded queue.
  const isWebOnly = process.argv.includes('--web-only') && isQueueShared(config);
  const running = await start(config, isWebOnly ? null : startJobs);
  const lines = [`Vitrine is ready at ${config.publicUrl}/`, `Back office: ${config.publicUrl}/#/login`];
  const password = running.generatedPassword;
  if (password !== null)
    lines.push(`First start. Sign in as "${config.adminUserName}" with the password ${password} (shown only now).`);
  return { lines, stop: running.stop };
});
