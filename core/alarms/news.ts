import { z } from 'zod';
import type { Alarm } from '../health/alarm.ts';
import type { AlarmText } from '../health/alarm-text.ts';
import { eventOf } from '../telephony/message-event.ts';

/** The news of one event about a server. */
export interface News {
  /** Identifies the event. */
  key: string;
  type: Alarm['type'];
  clientId: number;
  name: string;
  /** The SMS account whose contacts are notified; null: none. */
  account: number | null;
  zone: string;
  /** When the server's state changed, and since when it is in its state. */
  at: Date;
  since: Date;
  text: AlarmText;
  /** The end of a failed run's output, or empty. */
  output: string;
}

/** The news of alarms. */
export function newsOf(alarms: readonly Alarm[]): News[] {
  return alarms.flatMap(({ key, type, subject, text, output }) => {
    if (text === null) return [];
    const { name, zone, monitor, telephonyClientId: account } = subject;
    const event = eventOf(key);
    const at = event !== null && 'at' in event ? event.at : monitor.statusSince;
    return [
      { key, type, clientId: monitor.clientId, name, account, zone, at, since: monitor.statusSince, text, output },
    ];
  });
}

const stored = z.object({
  name: z.string(),
  zone: z.string(),
  since: z.iso.datetime().transform((text) => new Date(text)),
  text: z.object({ lead: z.string(), detail: z.string(), facts: z.string(), reason: z.string() }),
  output: z.string(),
});

/** The part of an outage's news that is stored with its incident. */
export function storedNews({ name, zone, since, text, output }: News): object {
  return { name, zone, since: since.toISOString(), text, output };
}

/** The news of an outage as they were stored. */
export function readNews(
  row: { eventKey: string; clientId: number; at: Date; news: unknown },
  account: number | null,
): News {
  const { eventKey: key, clientId, at } = row;
  return { key, type: 'monitor.down', clientId, account, at, ...stored.parse(row.news) };
}
