/**
 * Programs load this file first, by `node --import ./core/process/fast-start.js`: it halves start time and memory. It is
 * JavaScript because the compile cache must be on before the first TypeScript file; else each start loads the compiler
 * that strips types (some 15 MB).
 *
 * Node resolves a package again for each file that imports it, and parses the package's package.json each time (180 kB
 * of `exports` for drizzle-orm); here the first answer counts for all of the product's files. `drizzle-orm` resolves to
 * its CommonJS files, which contain the same code, because Node parses that package.json again for each ES module.
 */
import { enableCompileCache, registerHooks } from 'node:module';

// Cache the compiled TypeScript between starts.
enableCompileCache();

const ownFiles = new URL('../../', import.meta.url).href;

/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const packages = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const isOwn = context.parentURL?.startsWith(ownFiles) && !context.parentURL.includes('/node_modules/');
    const isPackage = /^@?[a-z]/.test(specifier) && !specifier.includes(':');
    // `require` may need another file of a package than `import`.
    const key = isOwn && isPackage && context.conditions.includes('import') ? specifier : null;
    const known = key === null ? undefined : packages.get(key);
    if (known) return known;
    const isDrizzle = specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/');
    const found = next(specifier, isDrizzle ? { ...context, conditions: ['node', 'require'] } : context);
    if (key !== null) packages.set(key, { ...found, shortCircuit: true });
    return found;
  },
});
