import { isNotNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import type { Found } from './found.ts';
import { isMentioned } from './matches.ts';
import type { Person } from './person.ts';

/** Rotas whose calendar has the name, address or number; an installation has at most 100 rotas. Turns belong to the contacts. */
export async function* findRotas(db: Database, person: Person): AsyncGenerator<Found & { id: number }> {
  const { id, name, createdAt, calendarText } = alarmRotas;
  const rotas = await db.select({ id, name, createdAt, calendarText }).from(alarmRotas).where(isNotNull(calendarText));
  for (const rota of rotas) {
    const lines = unfolded(rota.calendarText ?? '').filter((line) => isMentioned(person, line));
    if (lines.length > 0)
      yield { id: rota.id, at: rota.createdAt, data: { Rota: rota.name, Calendar: [...new Set(lines)].join('\n') } };
  }
}

/** The lines of a calendar. Its format breaks long lines and continues them after a space (RFC 5545, section 3.1). */
function unfolded(calendar: string): string[] {
  return calendar.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
}
