import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/users.ts';
import { ConfigError } from '../config/config.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { hashPassword } from './passwords.ts';

/** Creates the first Admin if there is none; returns the generated password, to be shown once, else null. */
export async function ensureAdmin(
  deps: Pick<CoreDependencies, 'db' | 'config' | 'now' | 'randomBytes'>,
): Promise<string | null> {
  const [existing] = await deps.db.select({ id: users.id }).from(users).where(eq(users.role, 'Admin'));
  if (existing) return null;
  const { adminUserName, adminPassword } = deps.config;
  const password = adminPassword ?? deps.randomBytes(12).toString('base64url');
  const [created] = await deps.db
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
  if (!created)
    throw new ConfigError(
      `ADMIN_USERNAME must be a new name: ${adminUserName} already belongs to a user who is not an Admin`,
    );
  return adminPassword === null ? password : null;
}
