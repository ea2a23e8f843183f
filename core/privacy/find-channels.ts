import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { channelLabels } from '../../contract/alarms.ts';
import type { Database } from '../../db/database.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import type { Found } from './found.ts';
import { isNamed, mayHaveName } from './matches.ts';
import type { Person } from './person.ts';
import { type Reach, slicesOf } from './slices.ts';

/** Channels of alarms with the address or number as their target, or with the name. */
export async function* findChannels(
  db: Database,
  person: Person,
  reach: Reach,
): AsyncGenerator<Found & { id: number }> {
  const { id, kind, name, target } = alarmChannels;
  const read = (where: SQL | undefined) => db.select().from(alarmChannels).where(where);
  if (person.name === null) {
    const addresses = [...person.emails, ...person.numbers];
    if (addresses.length === 0) return;
    // Targets of other kinds are masked, and name no person.
    const isTarget = and(inArray(kind, ['email', 'sms']), inArray(sql`lower(${target})`, addresses));
    for (const row of await read(isTarget)) yield describe(row);
    return;
  }
  for await (const slice of slicesOf(db, alarmChannels, id, reach))
    for (const row of await read(and(slice, mayHaveName([name, target], person))))
      if (isNamed(person, [row.name, row.target])) yield describe(row);
}

function describe({ id, createdAt: at, kind, name, target }: typeof alarmChannels.$inferSelect) {
  return { id, at, data: { Kind: channelLabels[kind], Name: name, Target: target } };
}
