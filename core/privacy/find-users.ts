import { and, gt, inArray, or } from 'drizzle-orm';
import { roleFacts } from '../../contract/roles.ts';
import { sessions, users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { Found } from './found.ts';
import { hasEmail, isNamed, mayHaveName } from './matches.ts';
import type { Person } from './person.ts';
import { type Reach, slicesOf } from './slices.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now'>;

/** Users by name or address; a sign-in name may be an address. */
export async function* findUsers({ db }: Deps, person: Person, reach: Reach): AsyncGenerator<Found & { id: number }> {
  const isPerson = or(
    hasEmail(users.emailKey, person),
    hasEmail(users.userNameKey, person),
    mayHaveName([users.userName, users.firstName, users.lastName, users.email], person),
  );
  for await (const slice of slicesOf(db, users, users.id, reach)) {
    const rows = await db.select().from(users).where(and(slice, isPerson));
    for (const row of rows) {
      const { id, userName, firstName, lastName, email, role, isActive, createdAt, lastSeenAt, secondFactorAt } = row;
      if (!isNamed(person, [firstName, lastName, userName, email])) continue;
      const data = {
        'User name': userName,
        'First name': firstName,
        'Last name': lastName,
        'E-mail': email,
        Role: roleFacts[role].label,
        Active: isActive ? 'Yes' : 'No',
        'Last seen': lastSeenAt,
        'Second factor since': secondFactorAt,
      };
      yield { id, at: createdAt, data };
    }
  }
}

/** The open sessions of the users that are found. */
export async function* findSessions(deps: Deps, person: Person, reach: Reach): AsyncGenerator<Found> {
  for await (const { id: userId } of findUsers(deps, person, reach)) {
    const rows = await deps.db
      .select()
      .from(sessions)
      .where(and(inArray(sessions.userId, [userId]), gt(sessions.expiresAt, deps.now())));
    for (const { id, createdAt, expiresAt, lastUsedAt, ip, userAgent } of rows) {
      const data = { Address: ip, Browser: userAgent, 'Last used': lastUsedAt, Ends: expiresAt };
      yield { id, at: createdAt, data };
    }
  }
}
