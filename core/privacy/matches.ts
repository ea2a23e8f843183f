import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { foldText, rankOf, wantedOf } from '../../contract/find.ts';
import { mayContain } from '../find/scan.ts';
import type { Person } from './person.ts';

/** A condition of no row. */
const none = sql`1 = 0`;

/** True for rows with one of the person's addresses. */
export function hasEmail(column: AnySQLiteColumn, { emails }: Person): SQL {
  return emails.length === 0 ? none : inArray(sql`lower(${column})`, [...emails]);
}

/** True for rows with one of the person's numbers. */
export function hasNumber(column: AnySQLiteColumn, { numbers }: Person): SQL {
  return numbers.length === 0 ? none : inArray(column, [...numbers]);
}

/** True for rows whose columns may have the person's name; `isNamed` decides. */
export function mayHaveName(columns: readonly AnySQLiteColumn[], { name }: Person): SQL {
  return name === null ? none : (mayContain(columns, name) ?? none);
}

/** True if the texts contain the name, or if the person is known by address or number, which the database compares. */
export function isNamed({ name }: Person, texts: readonly string[]): boolean {
  return name === null || rankOf(name, texts.join(' ')) !== null;
}

/** True for rows whose column may mention the person; `isMentioned` decides. */
export function mayMention(column: AnySQLiteColumn, person: Person): SQL {
  return or(...textsOf(person).map((text) => mayContain([column], wantedOf(text)))) ?? none;
}

/** True if the text contains the name, or one of the addresses or numbers. */
export function isMentioned(person: Person, text: string): boolean {
  const folded = foldText(text);
  return textsOf(person).some((one) => folded.includes(foldText(one)));
}

function textsOf({ emails, numbers, name }: Person): string[] {
  return name === null ? [...emails, ...numbers] : [name.text];
}
