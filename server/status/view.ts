import { incidentLabels } from '../../contract/status.ts';
import { formatDuration, formatTime } from '../../core/health/alarm-time.ts';
import type { DayOutage } from '../../core/status/day-history.ts';
import { groupPath, type StatusGroup } from '../../core/status/groups.ts';
import { type Incident, type ListedServer, overallState, type StatusOverview } from '../../core/status/overview.ts';
import { type PublicStatus, statusLabels } from '../../core/status/public-status.ts';

/** The status page's content in words. */
export interface StatusView {
  state: PublicStatus;
  words: string;
  /** Number of servers by status: “1 offline, 2 online”. */
  summary: string;
  updated: WrittenTime;
  /** Path of the page, without the number of a further page. */
  path: string;
  /** The group whose page this is; null: /status. */
  group: { name: string; description: string; isSecret: boolean; isOnStatus: boolean } | null;
  sections: StatusSection[];
  maintenance: { name: string; from: WrittenTime; until: WrittenTime }[];
  current: IncidentView[];
  past: IncidentView[];
  page: number;
  pages: number;
  /** Shows the form for updates by mail. */
  takesSubscriptions?: boolean;
}

/** Servers below one heading. */
interface StatusSection {
  title: string;
  description: string;
  /** Address of the group's own page; null on that page, and for servers without a group. */
  path: string | null;
  servers: StatusServerView[];
}

interface IncidentView {
  id: number;
  title: string;
  /** Names of the affected servers, separated by commas. */
  servers: string;
  updates: { id: number; label: string; text: string; at: WrittenTime }[];
}

interface StatusServerView {
  name: string;
  status: PublicStatus;
  label: string;
  /** End of the maintenance. */
  until: string | null;
  /** As `99.98 %`; null without monitored time. */
  uptime: string | null;
  days: DayRun[];
  /** The outages of the days in words. */
  outages: string;
}

/** A time for people and for machines. */
interface WrittenTime {
  text: string;
  iso: string;
}

/** Days in a row that look the same in a server's bar. */
interface DayRun {
  kind: 'up' | 'down' | 'none';
  /** Number of days. */
  length: number;
  words: string;
}

const summaryLabels = { ...statusLabels, maintenance: 'in maintenance' };
const summaryOrder = ['offline', 'online', 'maintenance', 'new', 'paused'] as const;
/** Days with outages that a server's text names. */
const maxNamedDays = 5;

/** Writes an overview for readers, times in the company's zone. */
export function statusView(overview: StatusOverview): StatusView {
  const { at, zone, group, counts, maintenance, incidents, page, pages } = overview;
  const { status: state, words } = overallState(overview);
  const summary = summaryOrder.flatMap((status) => {
    const number = counts.get(status) ?? 0;
    return number === 0 ? [] : [`${number} ${summaryLabels[status]}`];
  });
  const time = (date: Date): WrittenTime => ({ text: formatTime(date, zone), iso: date.toISOString() });
  const incidentView = ({ id, title, servers: affected, updates }: Incident) => ({
    id,
    title,
    servers: affected.map(({ name }) => name).join(', '),
    updates: updates.map(({ id: key, state: step, text, at: told }) => ({
      id: key,
      label: incidentLabels[step],
      text,
      at: time(told),
    })),
  });
  const isOpen = ({ resolvedAt }: Incident) => resolvedAt === null;
  return {
    state,
    words,
    summary: summary.join(', '),
    updated: time(at),
    path: group === null ? '/status' : groupPath(group),
    group: group && groupView(group),
    sections: sectionsOf(overview),
    maintenance: maintenance.map(({ name, from, until }) => ({ name, from: time(from), until: time(until) })),
    current: incidents.filter(isOpen).map(incidentView),
    past: incidents.filter((incident) => !isOpen(incident)).map(incidentView),
    page,
    pages,
  };
}

function groupView({ name, description, isShown, secret }: StatusGroup) {
  return { name, description, isSecret: secret !== null, isOnStatus: isShown && secret === null };
}

/** The servers below their groups on /status, those without a group last; below one heading on a group's page. */
function sectionsOf({ group, groups, servers, zone }: StatusOverview): StatusSection[] {
  const ofGroup = (id: number | null) =>
    servers.filter(({ groupId }) => groupId === id).map((server) => serverView(server, zone));
  if (group !== null) return [{ title: 'Servers', description: '', path: null, servers: ofGroup(group.id) }];
  const sections = groups.map((known) => ({
    title: known.name,
    description: known.description,
    path: groupPath(known),
    servers: ofGroup(known.id),
  }));
  const others = { title: groups.length === 0 ? 'Servers' : 'Other servers', description: '', path: null };
  return [...sections, { ...others, servers: ofGroup(null) }].filter((section) => section.servers.length > 0);
}

function serverView({ name, status, until, share, days }: ListedServer, zone: string): StatusServerView {
  return {
    name,
    status,
    label: statusLabels[status],
    until: until && formatTime(until, zone),
    // Rounded down: 100.00 % is said of no server with an outage.
    uptime: share === null ? null : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`,
    days: runsOf(days),
    outages: outageWords(days),
  };
}

function outageWords(days: readonly DayOutage[]): string {
  if (!days.some(({ isMonitored }) => isMonitored)) return 'Not monitored in this time';
  const bad = days.filter(({ offlineMs }) => offlineMs > 0).toReversed();
  if (bad.length === 0) return 'No outage';
  const named = bad
    .slice(0, maxNamedDays)
    .map(({ day, offlineMs }) => `${shortDay(day.name)} (${formatDuration(offlineMs)})`);
  const others = bad.length > maxNamedDays ? ` and ${bad.length - maxNamedDays} more` : '';
  return `Outages on ${bad.length} ${bad.length === 1 ? 'day' : 'days'}: ${named.join(', ')}${others}`;
}

function runsOf(days: readonly DayOutage[]): DayRun[] {
  const runs: (DayRun & { first: string })[] = [];
  for (const { day, isMonitored, offlineMs } of days) {
    const kind = offlineMs > 0 ? 'down' : isMonitored ? 'up' : 'none';
    const last = runs.at(-1);
    const name = shortDay(day.name);
    if (last?.kind === kind && kind !== 'down') {
      last.length += 1;
      last.words = `${last.first} – ${name}: ${runWords[kind]}`;
    } else {
      const words = kind === 'down' ? `offline for ${formatDuration(offlineMs)}` : runWords[kind];
      runs.push({ kind, length: 1, first: name, words: `${name}: ${words}` });
    }
  }
  return runs.map(({ first: _, ...run }) => run);
}

const runWords = { up: 'no outage', none: 'not monitored' };

/** Writes a day as `Mar 2`. */
function shortDay(name: string): string {
  return shortDays.format(new Date(`${name}T00:00:00Z`));
}

const shortDays = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
