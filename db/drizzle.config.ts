import { defineConfig } from 'drizzle-kit';
import { dialect } from './dialect.ts';

// `npm run db:generate` writes the next migration of the dialect that DATABASE_URL names.
export default defineConfig({
  dialect: dialect === 'postgres' ? 'postgresql' : 'sqlite',
  schema: './db/schema/index.ts',
  out: `./db/migrations/${dialect}`,
  casing: 'snake_case',
});
