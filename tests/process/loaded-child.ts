// Preloaded into a program: on SIGTERM, writes the files of packages that it loaded to LOADED_FILES, as JSON, and ends.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const files = new Set<string>();

registerHooks({
  load(url, context, next) {
    const [, file] = /.*\/node_modules\/(.+)/.exec(url) ?? [];
    if (file !== undefined) files.add(file);
    return next(url, context);
  },
});

process.on('SIGTERM', () => {
  writeFileSync(process.env.LOADED_FILES ?? '', JSON.stringify([...files]));
  process.exit(0);
});
