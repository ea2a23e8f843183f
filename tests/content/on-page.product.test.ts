import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageHash } from '../../contract/image-hash.ts';
import { readJson } from '../fixture/read-json.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: TestServer;
let api: ReturnType<typeof trpcClient>;
beforeAll(async () => {
  server = await startTestServer();
  api = trpcClient(server.address, server.adminToken);
});
afterAll(() => server.stop());

const none = { pictures: [] };

async function headingId(): Promise<number> {
  const [heading] = await api.features.heading.list.query({});
  if (!heading) throw new Error('no feature heading');
  return heading.id;
}

describe('the page with a row in editing', () => {
  test('marks the edited row only', async () => {
    const parentId = await headingId();
    const [, second] = await api.features.items.list.query({ parentId });
    if (!second) throw new Error('no second feature');
    const content = await api.features.items.onPage.query({ id: second.id, parentId, ...none });
    expect(content.features?.items.map(({ isEdited }) => isEdited)).toEqual([undefined, true, undefined, undefined]);
    expect(JSON.stringify(content).match(/isEdited/g)).toHaveLength(1);
  });

  test('of a parent that another admin has deleted is the published page', async () => {
    const content = await api.features.items.onPage.query({ id: null, parentId: 999_999, ...none });
    const published = await api.landing.content.query();
    expect(content.features?.title).toBe(published.features?.title);
  });

  test('has a blank row at the end for a new record', async () => {
    const content = await api.features.items.onPage.query({ id: null, parentId: await headingId(), ...none });
    const added = content.features?.items.at(-1);
    expect(added).toMatchObject({ id: 0, name: '', description: '', isEdited: true });
    expect(added?.icon).toBe('uk-icon-thumbs-o-up');
  });

  test('shows an inactive row of an inactive second heading, with the rows of that heading', async () => {
    const heading = { title: 'Drafted', subTitle: 'For later', backgroundImage: null, isActive: false };
    const { id: parentId } = await api.features.heading.save.mutate({ values: heading });
    const item = { name: 'Hidden', description: 'Not yet', icon: 'uk-icon-clock-o', isActive: false } as const;
    const { id } = await api.features.items.save.mutate({ parentId, values: item });
    const content = await api.features.items.onPage.query({ id, parentId, ...none });
    expect(content.features).toMatchObject({ title: 'Drafted', items: [{ name: 'Hidden', isEdited: true }] });
    const shown = (await api.landing.content.query()).features;
    expect(content.hiddenBy).toMatchObject([
      { reason: 'first', name: 'Feature heading', title: shown?.title },
      { reason: 'inactive', name: 'Feature heading', title: 'Drafted', id: parentId },
    ]);
    // Visitors and other admins do not see the row.
    expect((await api.landing.content.query()).features?.title).not.toBe('Drafted');
    await api.features.heading.delete.mutate({ id: parentId });
  });

  test('of an inactive first heading names that heading alone, although the page shows the second', async () => {
    const [first] = await api.features.heading.list.query({});
    if (!first) throw new Error('no feature heading');
    const { id: parentId, version, title, subTitle, backgroundImage } = first;
    const values = { title, subTitle, backgroundImage };
    await api.features.heading.save.mutate({ id: parentId, version, values: { ...values, isActive: false } });
    const second = await api.features.heading.save.mutate({ values: { ...values, title: 'Second', isActive: true } });
    expect((await api.landing.content.query()).features?.title).toBe('Second');
    const { hiddenBy } = await api.features.items.onPage.query({ id: null, parentId, ...none });
    expect(hiddenBy).toMatchObject([{ reason: 'inactive', title, id: parentId }]);
    await api.features.heading.delete.mutate({ id: second.id });
    await api.features.heading.save.mutate({
      id: parentId,
      version: version + 1,
      values: { ...values, isActive: true },
    });
  });

  test('names every inactive parent, and shows each on request without a change to its neighbours', async () => {
    const [heading] = await api.pricing.heading.list.query({});
    const [first, second] = await api.pricing.plans.list.query({ parentId: heading?.id });
    if (!heading || !first || !second) throw new Error('no two plans');
    await api.pricing.heading.save.mutate({ id: heading.id, values: { ...heading, isActive: false } });
    for (const { id, ...values } of [first, second])
      await api.pricing.plans.save.mutate({ id, values: { ...values, isActive: false } });
    const hiding = async () =>
      (await api.pricing.features.onPage.query({ id: null, parentId: first.id, ...none })).hiddenBy;
    const [outer, inner, ...others] = await hiding();
    expect([outer, inner, others]).toMatchObject([
      { section: 'pricing', record: 'heading', id: heading.id, title: heading.title },
      { section: 'pricing', record: 'plans', id: first.id, title: first.title },
      [],
    ]);
    if (outer) await api.landing.show.mutate(outer);
    expect(await hiding()).toEqual([inner]);
    if (inner) await api.landing.show.mutate(inner);
    expect(await hiding()).toEqual([]);
    const plans = await api.pricing.plans.list.query({ parentId: heading.id });
    expect(plans.map(({ isActive }) => isActive).slice(0, 2)).toEqual([true, false]);
    expect(plans[0]).toEqual({ ...first, version: first.version + 2 });
    await api.landing.show.mutate({ section: 'pricing', record: 'plans', id: second.id });
  });

  test('shows only parents, and only for Admins', async () => {
    const fact = { section: 'facts', record: 'items', id: 1 };
    await expect(api.landing.show.mutate(fact)).rejects.toThrow('does not exist');
    await expect(api.landing.show.mutate({ section: '__proto__', record: 'heading', id: 1 })).rejects.toThrow();
    const heading = { section: 'facts', record: 'heading', id: 1 };
    await expect(trpcClient(server.address).landing.show.mutate(heading)).rejects.toThrow();
  });

  test('does not disclose health codes', async () => {
    const [heading] = await api.clients.heading.list.query({});
    const [client] = await api.clients.items.list.query({ parentId: heading?.id });
    const values = { id: client?.id ?? 0, parentId: heading?.id, ...none };
    const content = await api.clients.items.onPage.query(values);
    expect(content.clients?.items.find(({ isEdited }) => isEdited)?.name).toBe(client?.name);
    expect(JSON.stringify(content)).not.toContain('healthCode');
  });

  test('contains the size and the placeholder of an uploaded picture that no record names yet', async () => {
    const red = await sharp({ create: { width: 640, height: 320, channels: 3, background: '#a00' } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.set('slot', 'background');
    body.set('file', new Blob([Uint8Array.from(red)], { type: 'image/png' }), 'red.png');
    const headers = { authorization: `Bearer ${server.adminToken}` };
    const response = await fetch(`${server.address}/api/images`, { method: 'POST', headers, body });
    const { Data } = await readJson<{ Data: { hash: ImageHash } }>(response);
    const pictures = [Data.hash];
    const content = await api.promo.heading.onPage.query({ id: null, pictures });
    expect(content.images[Data.hash]).toMatchObject({
      width: 640,
      height: 320,
      placeholder: expect.stringMatching(/^data:/),
    });
  });

  test('is for Admins only', async () => {
    const visitor = trpcClient(server.address);
    await expect(visitor.landing.content.query()).rejects.toThrow();
    await expect(visitor.hero.heading.onPage.query({ id: 1, ...none })).rejects.toThrow();
  });
});
