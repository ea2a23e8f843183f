import { defineConfig } from 'drizzle-kit';
import { dialect } from '../dialect.ts';

// `npm run db:generate` (db/migrations/generate.ts) reads this file once for each dialect. A test sets MIGRATIONS_DIR.
export default defineConfig({
  dialect: dialect === 'postgres' ? 'postgresql' : 'sqlite',
  schema: './db/schema/*.ts',
  out: `${process.env.MIGRATIONS_DIR || './db/migrations'}/${dialect}`,
  casing: 'snake_case',
});
