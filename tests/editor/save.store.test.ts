import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorChanges } from '../../contract/editor.ts';
import { heading, makeSetup, revisionOf, type Setup } from '../releases/setup.ts';

let setup: Setup;
let api: Setup['api'];
let pricingId: number;
beforeAll(async () => {
  setup = await makeSetup();
  ({ api } = setup);
  const [empty] = await api.pricing.heading.list.query({});
  ({ id: pricingId } = await api.pricing.heading.save.mutate({ id: empty?.id ?? 0, values: heading('Plans') }));
});
afterAll(() => setup.server.stop());

const newKey = () => randomBytes(16).toString('hex');
const plan = (title: string) => ({
  title,
  cost: '€ 9',
  image: null,
  buttonText: 'Order',
  buttonLink: 'contact',
  tagValue: 'A short tag',
  isActive: true,
  isBestPrice: false,
});
const none: EditorChanges = { saves: [], deletes: [], orders: [] };
const save = (changes: Partial<EditorChanges>, { by = api, key = newKey(), release }: Options = {}) =>
  by.editor.save.mutate({ ...none, ...changes, key, release });
interface Options {
  by?: Setup['api'];
  key?: string;
  release?: number | undefined;
}
const planTitles = async (release?: number) =>
  (await api.pricing.plans.list.query({ parentId: pricingId, release })).map(({ title }) => title);

test('a plan with three features, a deletion, a new order and a hidden section are one change with one Undo', async () => {
  const [first, second, third] = [await addPlan('Dinghy'), await addPlan('Ketch'), await addPlan('Brig')];
  const before = await setup.page();
  const revision = await revisionOf(setup);
  const feature = (text: string, id: number) => ({
    path: 'pricing.features',
    id,
    parentId: -1,
    values: { text, isActive: true },
  });
  const saved = await save({
    saves: [
      { path: 'page.layout', id: -5, values: { sectionOrder: '', hiddenSections: 'team', isActive: true } },
      { path: 'pricing.plans', id: -1, parentId: pricingId, values: plan('Sloop') },
      feature('Berth', -2),
      feature('Water', -3),
      feature('Power', -4),
    ],
    deletes: [{ path: 'pricing.plans', id: first.id, version: 1 }],
    orders: [
      {
        path: 'pricing.plans',
        parentId: pricingId,
        ids: [third.id, -1, second.id],
        from: [first.id, second.id, third.id],
      },
    ],
  });
  expect(saved.revision).toBe(revision + 1);
  expect(await revisionOf(setup)).toBe(revision + 1);
  expect(await planTitles()).toEqual(['Brig', 'Sloop', 'Ketch']);
  const id = saved.rows.find(({ from }) => from === -1)?.id ?? 0;
  expect((await api.pricing.features.list.query({ parentId: id })).map(({ text }) => text)).toEqual([
    'Berth',
    'Water',
    'Power',
  ]);
  expect(await setup.page()).not.toContain('Our team');
  await api.history.undo.mutate({ revision: saved.revision ?? 0 });
  expect(await planTitles()).toEqual(['Dinghy', 'Ketch', 'Brig']);
  expect(await setup.page()).toBe(before);
});

async function addPlan(title: string) {
  return api.pricing.plans.save.mutate({ parentId: pricingId, values: plan(title) });
}
