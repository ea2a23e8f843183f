import { incidentLabels } from '../../contract/status.ts';
import { formatTime } from '../../core/health/alarm-time.ts';
import { groupPath, type StatusGroup } from '../../core/status/groups.ts';
import { type Incident, overallState, type StatusOverview } from '../../core/status/overview.ts';
import { type PublicStatus, statusLabels } from '../../core/status/public-status.ts';
import { type StatusServerView, serverView } from './server-view.ts';

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

/** A time for people and for machines. */
interface WrittenTime {
  text: string;
  iso: string;
}

const summaryLabels = { ...statusLabels, maintenance: 'in maintenance' };
const summaryOrder = ['offline', 'online', 'maintenance', 'new', 'paused'] as const;
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
    updates: updates.map(({ id: key, state: step, text, at: postedAt }) => ({
      id: key,
      label: incidentLabels[step],
      text,
      at: time(postedAt),
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
