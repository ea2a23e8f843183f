import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { companies } from '../../db/schema/company.ts';

/** Name and e-mail address of the company that the page shows; null without an active company or its address. */
export async function companyMailbox(db: Database): Promise<{ name: string; address: string } | null> {
  const [company] = await db
    .select({ name: companies.name, address: companies.email })
    .from(companies)
    .where(eq(companies.isActive, true))
    .orderBy(asc(companies.position), asc(companies.id))
    .limit(1);
  return company?.address ? company : null;
}
