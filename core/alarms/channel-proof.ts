import { createHash } from 'node:crypto';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { atomically } from '../../db/query/atomically.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, tooMany } from '../errors.ts';
import { type Channel, findChannel } from './channels.ts';
import { storeNotification } from './deliveries.ts';
import { channelRecipient } from './recipients.ts';
import { storeAndSend } from './store-and-send.ts';

/** Time between two tests of a channel. */
const testEveryMs = 60_000;
/** A code proves the channel for this long. */
const codeLifetimeMs = 86_400_000;
/** After this many wrong codes the test no longer counts: a code has six digits. */
const maxWrongCodes = 5;

/** Sends a test with a code, on the way of an alarm. Throws 404, 409 for a channel that is off, and 429 within a minute. */
export async function testChannel(
  deps: CoreDependencies,
  id: number,
  scope: number | null,
  recordChange: RecordChange,
): Promise<void> {
  const { db, config, now } = deps;
  const channel = await findChannel(db, id, scope);
  if (!channel.isActive) throw conflict('This channel is switched off.');
  const at = now();
  const code = String(deps.randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0');
  const isDue = or(isNull(alarmChannels.testedAt), lte(alarmChannels.testedAt, new Date(Number(at) - testEveryMs)));
  const [[claimed]] = await atomically(db, (tx) => [
    tx
      .update(alarmChannels)
      .set({ testedAt: at, testCodeHash: hashOf(id, code), wrongCodes: 0 })
      .where(and(eq(alarmChannels.id, id), isDue))
      .returning({ id: alarmChannels.id }),
  ]);
  if (!claimed) throw tooMany('This channel was tested within the last minute. Wait a moment.', testEveryMs / 1000);
  const title = `TEST of the channel ${channel.name}: the code is ${code}`;
  const notification = {
    type: 'test' as const,
    title,
    text: 'Enter the code beside the channel: then it is certain that alarms arrive here.',
    link: linkOf(config, channel),
    acknowledgeLink: null,
    at: at.toISOString(),
    monitors: [],
  };
  const eventKey = `test-channel-${id}-${Number(at)}`;
  recordChange({ record: 'Test of an alarm channel', id, after: { name: channel.name } });
  await storeAndSend(deps, (tx) => ({
    stored: storeNotification(tx, [channelRecipient(channel)], { eventKey, notification, smsText: title, now: at }),
    further: [],
  }));
}

/** Records that a test arrived. Throws a message at `code` if this is not the code of the last test. */
export async function confirmTest(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  { id, code }: { id: number; code: string },
  scope: number | null,
  recordChange: RecordChange,
): Promise<void> {
  const { name, testedAt, testCodeHash, wrongCodes } = await findChannel(db, id, scope);
  if (wrongCodes >= maxWrongCodes) throw invalid({ code: 'There were too many wrong codes: send another test' });
  const isCurrent = testedAt !== null && Number(now()) - Number(testedAt) < codeLifetimeMs;
  if (!isCurrent || testCodeHash !== hashOf(id, code.trim())) {
    await db
      .update(alarmChannels)
      .set({ wrongCodes: sql`${alarmChannels.wrongCodes} + 1` })
      .where(eq(alarmChannels.id, id));
    throw invalid({ code: 'This is not the code of the last test of this channel' });
  }
  await db
    .update(alarmChannels)
    .set({ provenAt: now(), testCodeHash: null, problem: null, problemAt: null })
    .where(and(eq(alarmChannels.id, id), eq(alarmChannels.testCodeHash, testCodeHash)));
  recordChange({ record: 'Proof of an alarm channel', id, after: { name } });
}

/** The page of the channel: a contact's users may not open the list of all channels. */
function linkOf({ publicUrl }: { publicUrl: string }, { contactId, telephonyClientId }: Channel): string {
  const page = contactId === null ? 'channels' : `twilioclientcontact/${telephonyClientId}`;
  return `${publicUrl}/#/admin/${page}`;
}

function hashOf(id: number, code: string): string {
  return createHash('sha256').update(`${id} ${code}`).digest('hex');
}
