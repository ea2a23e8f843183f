import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { companies } from '../../db/schema/company.ts';

/** Name of the company that the page shows; empty without an active company. */
export async function companyName(db: Database): Promise<string> {
  const [company] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.isActive, true))
    .orderBy(asc(companies.position), asc(companies.id))
    .limit(1);
  return company?.name ?? '';
}
