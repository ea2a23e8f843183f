import { eq } from 'drizzle-orm';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { subjectColumns } from '../health/alarm.ts';
import { type AlarmText, reminderText } from '../health/alarm-text.ts';
import { formatTime } from '../health/alarm-time.ts';
import { currentOutage } from '../health/current-outage.ts';
import type { Bundle } from './grouping.ts';

/** Servers that a long text lists by name. */
const maxListed = 100;

/** Text of a later step: the servers are still offline. */
export async function stillOffline(
  deps: Pick<CoreDependencies, 'db' | 'now'>,
  bundle: Bundle,
): Promise<{ short: AlarmText; long: AlarmText }> {
  const [first, ...others] = bundle.news;
  if (others.length > 0) return textOfSeveral(bundle);
  const { db, now } = deps;
  const [row] = await db
    .select(subjectColumns)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(eq(healthMonitors.clientId, first.clientId));
  if (!row) return { short: first.text, long: first.text };
  const text = reminderText({ ...row, zone: first.zone }, await currentOutage(db, row.monitor), now());
  return { short: text, long: text };
}

function textOfSeveral({ news }: Bundle): { short: AlarmText; long: AlarmText } {
  const [{ name, zone, at }, ...others] = news;
  const lead = `${news.length} servers are still offline since ${formatTime(at, zone)}, first: ${name}`;
  const names = others.map((one) => one.name);
  const listed = news.slice(0, maxListed).map((one) => `- ${one.name}: ${one.text.reason || 'offline'}`);
  const more = news.length > maxListed ? [`- and ${news.length - maxListed} more`] : [];
  return {
    short: { lead, detail: names.join(', '), facts: '', reason: '' },
    long: { lead, detail: '', facts: [...listed, ...more].join('\n'), reason: '' },
  };
}
