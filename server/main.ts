// Entry of `npm start`, and with --web-only of `npm run server`.
import './fast-start.ts';

// Imported after the line above has taken effect, which static imports would not wait for.
const { runProcess } = await import('./process.ts');

await runProcess(async (config) => {
  const { start, startWeb } = await import('./start.ts');
  const running = await (process.argv.includes('--web-only') ? startWeb : start)(config);
  const lines = [`Vitrine is ready at ${config.publicUrl}/`, `Back office: ${config.publicUrl}/#/login`];
  const password = running.generatedPassword;
  if (password !== null)
    lines.push(`First start. Sign in as "${config.adminUserName}" with the password ${password} (shown only now).`);
  return { lines, stop: running.stop };
});
