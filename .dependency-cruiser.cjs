/**
 * Which module may import which (docs/architecture.md): imports go down only, type imports included, without cycles.
 * `npm run check` runs it.
 */
const only = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^(contract|core|db|server|tests|web|workers)/', pathNot: to },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('contract-imports-nothing', '^contract/', '^contract/', 'contract is shared by both sides of the wire.'),
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^contract/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    only('db-below-core', '^db/', '^(db|contract)/', 'db knows no rules of the product.'),
    only('core-below-server', '^core/', '^(core|db|contract)/', 'core is the same for web and worker processes.'),
    only(
      'workers-beside-server',
      '^workers/',
      '^(workers|core|db|contract)/',
      'A worker serves no HTTP of the product.',
    ),
    only('server-starts-workers-in-main', '^server/(?!main\\.ts$)', '^(server|core|db|contract)/', 'Only main.ts.'),
    {
      name: 'web-imports-contract',
      severity: 'error',
      comment: 'web imports values from contract only.',
      from: { path: '^web/' },
      to: { path: '^(core|db|server|tests|workers)/', dependencyTypesNot: ['type-only'] },
    },
    only('web-takes-types-from-server', '^web/', '^(web|contract|server)/', 'Types come from server only.'),
    {
      name: 'no-http-in-core',
      severity: 'error',
      from: { path: '^(core|db)/' },
      to: { path: 'node_modules/(fastify|@fastify|@trpc|react)' },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^web/dist/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|node_modules/\\.cache)' },
    tsPreCompilationDeps: true,
    parser: 'tsc',
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
