import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { healthMonitors } from '../../db/schema/health.ts';
import type { Setup } from '../health/setup.ts';
import { publicUrl } from '../telephony/setup.ts';

/** An open group. */
export const groupFields = {
  name: 'Web',
  slug: 'web',
  description: '',
  displayOrder: 1,
  isShown: true,
  isSecret: false,
};

/** Settings of a server that is on the status page. */
export const listedSettings = { graceSeconds: null, reminderHours: 0, hasBadge: false, isOnStatusPage: true };

const view = z.object({
  words: z.string(),
  path: z.string(),
  sections: z.array(
    z.object({ title: z.string(), path: z.string().nullable(), servers: z.array(z.object({ name: z.string() })) }),
  ),
  maintenance: z.array(z.object({ name: z.string() })),
  current: z.array(z.object({ title: z.string(), servers: z.string() })),
});

/** Actions with groups of the status page, and readers of its pages. */
export function groupActions({ admin, app, deps, addServer, ping }: Setup) {
  const get = (url: string) => app.inject(url);
  async function pathOf(groupId: number) {
    const group = (await admin.status.groups()).find(({ id }) => id === groupId);
    return (group?.url ?? '').slice(publicUrl.length);
  }
  return {
    get,
    pathOf,
    async addGroup(more: Partial<typeof groupFields> = {}) {
      const { id } = await admin.status.saveGroup({ ...groupFields, ...more });
      return { id, path: await pathOf(id) };
    },
    async addListed(name: string, statusGroupId: number | null, status: 'online' | 'offline' = 'online') {
      const server = await addServer({ name, displayOrder: 1 });
      const listed = { isOnStatusPage: true, statusGroupId };
      await deps.db.update(healthMonitors).set(listed).where(eq(healthMonitors.clientId, server.id));
      await ping(server.code, status === 'offline' ? '/fail' : '');
      return server;
    },
    async publish(title: string, clientIds: number[]) {
      const { id } = await admin.status.save({ title, clientIds });
      await admin.status.post({ id, state: 'investigating', text: `Text of ${title}` });
    },
    /** Reads a page, which the test's renderer answers as JSON; `lines` has each heading with its servers. */
    async read(path: string) {
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      const { sections, ...rest } = view.parse(JSON.parse(body));
      const lines = sections.map(({ title, servers }) => [title, ...servers.map(({ name }) => name)].join(' > '));
      return { ...rest, sections, lines };
    },
  };
}
