import { basename, join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

const room = import.meta.dirname;
const dist = join(room, 'dist');

function scopedName(name: string, file: string): string {
  return `${basename(file, '.module.css')}-${name}`;
}

/**
 * Gives the back office the class names of the landing page's modules without their styles, which its preview of the
 * page takes from the document (web/admin/preview/frame.tsx): they would restyle the back office itself.
 */
const landingNamesOnly: Plugin = {
  name: 'landing-names-only',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('.css') && importer?.startsWith(join(room, 'landing')) ? `\0${basename(source)}.names` : null,
  load(id) {
    if (!id.endsWith('.css.names')) return null;
    const prefix = scopedName('', basename(id.slice(1), '.names'));
    return `export default new Proxy({}, { get: (_, name) => ${JSON.stringify(prefix)} + name })`;
  },
};

const shared: InlineConfig = {
  root: room,
  configFile: false,
  logLevel: 'warn',
  css: { modules: { generateScopedName: scopedName } },
};

// Libraries mark modules for React's server components, which this build has none of.
const rolldownOptions = { checks: { moduleLevelDirective: false } };

/** The landing page for the server: `dist/server/render.js`, its style sheet and its fonts. */
export const landingServer: InlineConfig = {
  ...shared,
  publicDir: false,
  // Bundled with React in its production form, so that it needs neither node_modules nor NODE_ENV.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'landing/render.tsx',
    rolldownOptions,
    outDir: join(dist, 'server'),
    emptyOutDir: true,
    emitAssets: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
  },
};

/** The landing page's script for the browser. Its styles are in the document, so no module of it brings any along. */
export const landingClient: InlineConfig = {
  ...shared,
  build: {
    outDir: join(dist, 'client'),
    emptyOutDir: true,
    rolldownOptions: { ...rolldownOptions, input: 'landing/client/loader.ts' },
    modulePreload: false,
  },
};

/** The back office for the browser. */
export const adminClient: InlineConfig = {
  ...shared,
  plugins: [landingNamesOnly],
  publicDir: false,
  build: {
    outDir: join(dist, 'client'),
    emptyOutDir: false,
    cssCodeSplit: false,
    rolldownOptions: { ...rolldownOptions, input: 'admin/main.tsx' },
    // Loaded at once by signed-in people only.
    chunkSizeWarningLimit: 2000,
  },
};
