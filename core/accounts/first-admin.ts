import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/users.ts';
import { ConfigError } from '../config/config.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { hashPassword } from './passwords.ts';

/** Creates the first admin when there is none; returns the password it had to make up, to be shown once. */
export async function ensureAdmin(
  deps: Pick<CoreDependencies, 'db' | 'config' | 'now' | 'randomBytes'>,
): Promise<string | null> {
  const [existing] = await deps.db.select({ id: users.id }).from(users).where(eq(users.role, 'Admin')).limit(1);
  if (existing) return null;
  const { adminUserName, adminPassword } = deps.config;
  const password = adminPassword ?? deps.randomBytes(12).toString('base64url');
  const [made] = await deps.db
    .insert(users)
    .values({
      userName: adminUserName,
      userNameKey: adminUserName.toLowerCase(),
      passwordHash: await hashPassword(password),
      role: 'Admin',
      createdAt: deps.now(),
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!made)
    throw new ConfigError(`ADMIN_USERNAME must be another one: ${adminUserName} is a user who is not an Admin`);
  return adminPassword === null ? password : null;
}
