import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { checks } from '../../db/schema/checks.ts';
import { totpSecrets } from '../../db/schema/credentials.ts';
import { pushKeys } from '../../db/schema/push-keys.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';

/** A column with encrypted texts. */
interface SealedColumn {
  read(db: Database): PromiseLike<{ id: number; sealed: string | null }[]>;
  /** Replaces a text, unless it was saved anew since it was read. */
  replace(db: Database, row: { id: number; sealed: string }, text: string): PromiseLike<unknown>;
}

/** Every column with encrypted texts: a new one belongs here, or the rotation of the secret makes it unreadable. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    read: (db) => db.select({ id: telephonyClients.id, sealed: telephonyClients.authToken }).from(telephonyClients),
    replace: (db, { id, sealed }, authToken) =>
      db
        .update(telephonyClients)
        .set({ authToken })
        .where(and(eq(telephonyClients.id, id), eq(telephonyClients.authToken, sealed))),
  },
  {
    read: (db) => db.select({ id: totpSecrets.id, sealed: totpSecrets.secret }).from(totpSecrets),
    replace: (db, { id, sealed }, secret) =>
      db
        .update(totpSecrets)
        .set({ secret })
        .where(and(eq(totpSecrets.id, id), eq(totpSecrets.secret, sealed))),
  },
  {
    read: (db) => db.select({ id: checks.id, sealed: checks.secrets }).from(checks),
    replace: (db, { id, sealed }, secrets) =>
      db
        .update(checks)
        .set({ secrets })
        .where(and(eq(checks.id, id), eq(checks.secrets, sealed))),
  },
  {
    read: (db) => db.select({ id: alarmChannels.id, sealed: alarmChannels.sealed }).from(alarmChannels),
    replace: (db, { id, sealed }, text) =>
      db
        .update(alarmChannels)
        .set({ sealed: text })
        .where(and(eq(alarmChannels.id, id), eq(alarmChannels.sealed, sealed))),
  },
  {
    read: (db) => db.select({ id: alarmRotas.id, sealed: alarmRotas.calendar }).from(alarmRotas),
    replace: (db, { id, sealed }, calendar) =>
      db
        .update(alarmRotas)
        .set({ calendar })
        .where(and(eq(alarmRotas.id, id), eq(alarmRotas.calendar, sealed))),
  },
  {
    read: (db) => db.select({ id: pushKeys.id, sealed: pushKeys.sealed }).from(pushKeys),
    replace: (db, { id, sealed }, text) =>
      db
        .update(pushKeys)
        .set({ sealed: text })
        .where(and(eq(pushKeys.id, id), eq(pushKeys.sealed, sealed))),
  },
];
