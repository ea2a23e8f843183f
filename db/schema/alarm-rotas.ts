import type { RotaEvent, RotaOverride, RotaTurn } from '../../contract/alarm-rotas.ts';
import { count, id, instant, json, table, text, uniqueIndex } from '../columns.ts';

/** Who is on call when: by weekly turns or by a calendar, and by replacements that come first. */
export const alarmRotas = table(
  'alarm_rotas',
  {
    id: id(),
    name: text().notNull(),
    /** IANA zone of all local times. */
    timeZone: text().notNull(),
    turns: json().$type<RotaTurn[]>().notNull(),
    overrides: json().$type<RotaOverride[]>().notNull(),
    /** Address of the calendar, encrypted, because whoever knows a private one can read it. Null: weekly turns. */
    calendar: text(),
    /** The host of the address, as screens show it. */
    calendarHost: text(),
    /** The calendar as it was last read well. */
    calendarText: text(),
    /** Its shifts of the next weeks. Null: not read yet. */
    calendarEvents: json().$type<RotaEvent[]>(),
    /** When the calendar was last read well. */
    calendarReadAt: instant(),
    /** Why the last reading failed. Null: it did not. */
    calendarProblem: text(),
    version: count().notNull().default(1),
    createdAt: instant().notNull(),
  },
  (row) => [uniqueIndex('alarm_rotas_name').on(row.name)],
);
