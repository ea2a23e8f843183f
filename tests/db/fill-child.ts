// Creates a SQLite installation with rows in every table, which a test copies. Prints the checksums of the
// tables and the number of texts with a NUL.
import { eq } from 'drizzle-orm';
import { imageHash } from '../../contract/image-hash.ts';
import { readConfig } from '../../core/config/config.ts';
import { secretBox } from '../../core/telephony/secrets.ts';

import { openDatabase } from '../../db/open.ts';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { boards } from '../../db/schema/boards.ts';
import { checks } from '../../db/schema/checks.ts';
import { totpSecrets } from '../../db/schema/credentials.ts';
import { images } from '../../db/schema/images.ts';
import { menuItems } from '../../db/schema/menu.ts';
import { pushKeys } from '../../db/schema/push-keys.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { fillEverything } from './fill.ts';
import { fillHostile } from './fill-hostile.ts';
import { checksums } from './row-checksums.ts';

const config = readConfig(process.env);
const { db, close } = await openDatabase(config);
await fillEverything(db);
await db.update(telephonyClients).set({ authToken: secretBox(config).seal('a token') });
await db.update(totpSecrets).set({ secret: secretBox(config).seal('a secret') });
await db.update(checks).set({ secrets: secretBox(config).seal('headers of a check') });
await db.update(alarmChannels).set({ sealed: secretBox(config).seal('the address of a channel') });
await db.update(pushKeys).set({ sealed: secretBox(config).seal('a key of push messages') });
await db.update(alarmRotas).set({ calendar: secretBox(config).seal('the address of a calendar') });
await db.update(boards).set({ name: 'before\0after' }).where(eq(boards.id, 1));
// More rows than one batch, small ones and large ones; and the last id belongs to a deleted row.
const now = new Date('2026-03-02T08:00:00Z');
for (let start = 0; start < 1200; start += 100)
  await db
    .insert(menuItems)
    .values(Array.from({ length: 100 }, (_, place) => ({ text: `Entry ${start + place}`, link: '', isActive: true })));
await db.delete(menuItems).where(eq(menuItems.text, 'Entry 1199'));
for (let place = 0; place < 30; place += 1)
  await db.insert(images).values({
    hash: imageHash(String(place).padStart(32, 'a')),
    format: 'png',
    width: 1,
    height: 1,
    bytes: Buffer.alloc(1_000_000, place),
    createdAt: now,
  });
const replaced = 1 + (await fillHostile(db, 400));
process.stdout.write(JSON.stringify({ sums: await checksums(db), replaced }));
await close();
