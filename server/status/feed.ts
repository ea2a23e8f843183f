import { incidentLabels } from '../../contract/status.ts';
import { groupPath } from '../../core/status/groups.ts';
import type { StatusOverview } from '../../core/status/overview.ts';
import { escapeHtml } from '../http/escape-html.ts';

/** Updates in the feed. */
const maxItems = 50;

/** The updates of incidents as RSS 2.0, the newest first. */
export function statusFeed({ incidents, group }: StatusOverview, site: { name: string; publicUrl: string }): string {
  const { name, publicUrl } = site;
  const title = [name, group?.name ?? 'Status'].filter(Boolean).join(': ');
  const address = `${publicUrl}${group === null ? '/status' : groupPath(group)}`;
  const items = incidents
    .flatMap(({ updates, ...incident }) => updates.map((update) => ({ incident, update })))
    .sort((a, b) => b.update.id - a.update.id)
    .slice(0, maxItems)
    .map(({ incident, update }) => {
      const servers = incident.servers.map((server) => server.name).join(', ');
      const text = servers === '' ? update.text : `${update.text}\n\nServers: ${servers}`;
      return element('item', [
        element('title', `${incidentLabels[update.state]}: ${incident.title}`),
        element('link', `${address}#incident-${incident.id}`),
        `<guid isPermaLink="false">${escapeHtml(`${address}#update-${update.id}`)}</guid>`,
        element('pubDate', update.at.toUTCString()),
        element('description', text),
      ]);
    });
  const self = `<atom:link href="${escapeHtml(address)}.rss" rel="self" type="application/rss+xml"/>`;
  const channel = element('channel', [
    element('title', title),
    element('link', address),
    self,
    element('description', 'Incidents and their updates'),
    element('language', 'en'),
    ...items,
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`;
}

/** An element with a text, which is escaped, or with other elements. */
function element(name: string, content: string | readonly string[]): string {
  const inside = typeof content === 'string' ? escapeHtml(content) : content.join('');
  return `<${name}>${inside}</${name}>`;
}
