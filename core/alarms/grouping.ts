import { type AlarmText, headline } from '../health/alarm-text.ts';
import { formatTime } from '../health/alarm-time.ts';
import type { News } from './news.ts';

/** From this number on, servers that change together share one notification. */
const minGroupSize = 3;
/** Servers that a mail or a chat lists by name. */
const maxListed = 100;

/** News that are one notification: of one server, or of several that changed together. */
export interface Bundle {
  /** Identifies the event, so that a second run stores no duplicate. */
  key: string;
  news: readonly [News, ...News[]];
}

/** Bundles outages, and recoveries, of at least three servers; summaries and reminders stay alone. */
export function bundlesOf(news: readonly News[]): Bundle[] {
  const isChange = ({ key }: News) => key.endsWith('-offline') || key.endsWith('-online');
  const bundles: Bundle[] = news.filter((one) => !isChange(one)).map(alone);
  for (const together of Map.groupBy(news.filter(isChange), ({ type }) => type).values()) {
    const ordered = together.toSorted((a, b) => Number(a.at) - Number(b.at) || a.clientId - b.clientId);
    const [first, ...others] = ordered;
    if (!first) continue;
    if (ordered.length < minGroupSize) bundles.push(...ordered.map(alone));
    else bundles.push({ key: first.key.replace(/^health-/, 'group-'), news: [first, ...others] });
  }
  return bundles;
}

const alone = (news: News): Bundle => ({ key: news.key, news: [news] });

/** The text of a bundle as an SMS, in which names take the room that is left, and with all details as a mail. */
export function textsOf({ news }: Bundle): { short: AlarmText; long: AlarmText } {
  const [{ name, zone, type, text, at }, ...others] = news;
  if (others.length === 0) return { short: text, long: text };
  const state = type === 'monitor.up' ? 'back online' : 'offline';
  const lead = `${news.length} servers ${state} since ${formatTime(at, zone)}, first: ${name}`;
  const names = others.map((one) => one.name);
  const listed = news.slice(0, maxListed).map((one) => `- ${headline(one.text)}`);
  const more = news.length > maxListed ? [`- and ${news.length - maxListed} more`] : [];
  return {
    short: { lead, detail: names.join(', '), facts: '', reason: '' },
    long: { lead, detail: '', facts: [...listed, ...more].join('\n'), reason: '' },
  };
}
