import { basename, join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

const webFolder = import.meta.dirname;
const dist = join(webFolder, 'dist');

function scopedName(name: string, file: string): string {
  return `${basename(file, '.module.css')}-${name}`;
}

/**
 * Gives the back office the class names of the landing page's modules without the styles, which would restyle the back
 * office. Its preview of the page takes the styles from the document (web/admin/preview/frame.tsx).
 */
const landingNamesOnly: Plugin = {
  name: 'landing-names-only',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('.css') && importer?.startsWith(join(webFolder, 'landing')) ? `\0${basename(source)}.names` : null,
  load(id) {
    if (!id.endsWith('.css.names')) return null;
    const prefix = scopedName('', basename(id.slice(1), '.names'));
    return `export default new Proxy({}, { get: (_, name) => ${JSON.stringify(prefix)} + name })`;
  },
};

const shared: InlineConfig = {
  root: webFolder,
  configFile: false,
  logLevel: 'warn',
  css: { modules: { generateScopedName: scopedName } },
};

// Ignore the 'use client' directives of libraries: this build has no React server components.
const rolldownOptions = { checks: { moduleLevelDirective: false } };

/** The landing page's renderer for the server: `dist/server/render.js`, style sheet and fonts. */
export const landingServer: InlineConfig = {
  ...shared,
  publicDir: false,
  // Bundle React's production version, independent of node_modules and NODE_ENV.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'landing/render.tsx',
    // The process keeps the source in memory.
    minify: true,
    rolldownOptions,
    outDir: join(dist, 'server'),
    emptyOutDir: true,
    emitAssets: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
  },
};

/** The landing page's script for the browser; the styles are in the document. */
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
    // Lists of what each part needs would make the first screen's script larger by 3.5 KB.
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
  },
};
