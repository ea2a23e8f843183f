import { eq } from 'drizzle-orm';
import { linkHours } from '../../contract/users.ts';
import { users } from '../../db/schema/users.ts';
import { writeEntry } from '../audit/entries.ts';
import { ConfigError } from '../config/config.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { linkAddress, makeLink } from './links.ts';

/** Makes a link with which an Owner sets a new password; returns its address. Throws a ConfigError of one line. */
export async function rescue(
  deps: Pick<CoreDependencies, 'db' | 'config' | 'now' | 'randomBytes' | 'log'>,
  userName: string,
): Promise<{ userName: string; url: string; expiresAt: Date }> {
  const [user] = await deps.db.select().from(users).where(eq(users.userNameKey, userName.trim().toLowerCase()));
  if (user?.role !== 'Admin') throw new ConfigError(await problemWith(deps, userName, user !== undefined));
  if (!user.isActive) throw new ConfigError(`${user.userName} is deactivated: another Owner must reactivate the user`);
  const made = await makeLink(deps, { userId: user.id, kind: 'rescue', hours: linkHours.rescue, isMailed: false });
  if (!made) throw new ConfigError(`${user.userName} was deactivated at this moment`);
  const actor = { userId: null, userName: '', role: null, ip: '', requestId: '' };
  const after = { userName: user.userName, link: 'made on the machine' };
  await writeEntry(deps, actor, 'users.rescue', { record: 'User', id: user.id, after });
  return { userName: user.userName, url: linkAddress(deps.config.publicUrl, made.token), expiresAt: made.expiresAt };
}

async function problemWith({ db }: Pick<CoreDependencies, 'db'>, userName: string, exists: boolean): Promise<string> {
  const owners = await db.select({ userName: users.userName }).from(users).where(eq(users.role, 'Admin'));
  const names = owners.map((owner) => owner.userName).join(', ');
  const reason = exists ? 'is not an Owner' : 'is not a user';
  return `${userName} ${reason}. Owners: ${names || 'none yet; the first start creates one'}.`;
}
