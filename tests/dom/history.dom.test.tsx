import {
  findByRole,
  getAllByRole,
  getByLabelText,
  getByRole,
  queryByRole,
  screen,
  waitFor,
} from '@testing-library/dom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client as api } from '../../web/admin/api/client.ts';
import { type DomServer, openBackOffice, startDomServer } from '../fixture/dom.ts';

let server: DomServer;
let office: Awaited<ReturnType<typeof openBackOffice>>;
beforeAll(async () => {
  server = await startDomServer();
  office = await openBackOffice(server);
});
afterAll(() => server.stop());

/** The lines of the open list, the newest first. */
const lines = () =>
  [...document.querySelectorAll('li > div > button[aria-expanded]')].map(
    (line) =>
      [...line.children].find((part) => part.querySelector('strong') || (part.tagName === 'SPAN' && part.textContent))
        ?.textContent ?? '',
  );
const line = (text: string | RegExp) => screen.findByRole('button', { name: text, expanded: false });
const change = async (text: RegExp) => {
  const button = await screen.findByRole('button', { name: text });
  if (button.getAttribute('aria-expanded') === 'false') await office.user.click(button);
  const item = button.closest('li');
  if (!item) throw new Error('the line is in no list');
  return item;
};
const press = async (within: HTMLElement, name: string | RegExp) =>
  office.user.click(await findByRole(within, 'button', { name }));
const openHistory = async () => {
  await office.open('company', 'Company Detail');
  await office.open('history', 'History');
};

describe('the screen History', () => {
  test('says who changed what in one line per change, with the differences by field', async () => {
    const [hero] = await api.hero.heading.list.query({});
    const [first, second, third, ...rest] = (await api.features.items.list.query({})).map(({ id }) => id);
    if (!hero || !first || !second || !third) throw new Error('no sample content');
    await api.hero.heading.save.mutate({
      id: hero.id,
      values: { ...hero, title: `${hero.title} again`, isActive: false },
    });
    const from = [first, second, third, ...rest];
    await api.features.items.reorder.mutate({ ids: [third, first, second, ...rest], from });
    await openHistory();
    await line(/admin moved 3 features/);
    const item = await change(/admin changed Title and IsActive of the introduction “Websites .* again”/);
    const [title, isActive] = getAllByRole(item, 'definition').filter((one) => one.querySelector('ins'));
    expect(title?.querySelector('ins')?.textContent).toBe(' again');
    expect(title?.querySelector('del')).toBe(null);
    expect([isActive?.querySelector('del')?.textContent, isActive?.querySelector('ins')?.textContent]).toEqual([
      'Yes',
      'No',
    ]);
    // The newest version of a row is not restored; the change can be undone.
    expect(queryByRole(item, 'button', { name: /^Restore/ })).toBe(null);
    await press(item, 'Undo this change');
    await line(/admin undid the change of Title and IsActive in the introduction/);
    expect((await api.hero.heading.list.query({}))[0]?.title).toBe(hero.title);
    await press(item, 'Restore this value of Title');
    await line(/admin restored Title of the introduction/);
    expect((await api.hero.heading.list.query({}))[0]).toMatchObject({ title: `${hero.title} again`, isActive: true });
  });

  test('brings a deleted team member back with the social links in one click, and the focus stays on the line', async () => {
    const [member] = await api.team.members.list.query({});
    if (!member) throw new Error('no team member');
    const links = () => api.team.socialLinks.list.query({ parentId: member.id });
    const before = await links();
    expect(before.length).toBeGreaterThan(1);
    await api.team.members.delete.mutate({ id: member.id });
    await openHistory();
    const name = `${member.firstName} ${member.lastName}`;
    await press(document.body, new RegExp(`^Bring back the team member “${name}”`));
    await line(new RegExp(`admin brought back the team member “${name}” and ${before.length} .*social links`));
    expect(await links()).toMatchObject(before.map(({ link }) => ({ link })));
    expect(document.activeElement?.textContent).toContain(`admin deleted the team member “${name}”`);
    expect(screen.queryByRole('button', { name: /^Bring back the team member/ })).toBe(null);
  });

  test('filters by section and by deletions, in the address, and explains an empty list', async () => {
    await openHistory();
    await line(/admin deleted the team member/);
    await office.user.click(screen.getByRole('checkbox', { name: 'Deleted only' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(location.hash).toContain('deleted=true');
    await office.user.selectOptions(screen.getByRole('combobox', { name: 'Section' }), 'Map');
    await screen.findByText('No changes match.');
    expect(location.hash).toContain('section=map');
    await press(document.body, 'Show all changes');
    await line(/admin deleted the team member/);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Section' }).value).toBe('');
  });
});

test('Load more shows the older changes and moves the focus to the first of them', async () => {
  const [map] = await api.map.heading.list.query({});
  if (!map) throw new Error('no map');
  for (let save = 0; save < 55; save += 1)
    await api.map.heading.save.mutate({ id: map.id, values: { ...map, isActive: save % 2 === 1 } });
  await office.open('company', 'Company Detail');
  await office.open('history', 'History');
  await office.user.selectOptions(screen.getByRole('combobox', { name: 'Section' }), 'Map');
  await waitFor(() => expect(lines()).toHaveLength(49));
  await press(document.body, 'Load more');
  await waitFor(() => expect(lines()).toHaveLength(56));
  expect(screen.queryByRole('button', { name: 'Load more' })).toBe(null);
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('button', { expanded: false })[49]));
});

describe('the history of a record', () => {
  const openForm = async () => {
    await office.open('company', 'Company Detail');
    await office.open('promo', 'Promotion Detail');
    await press(document.body, /^Edit/);
    const form = await screen.findByRole('dialog', { name: 'Edit Promotion Detail' });
    const title = await waitFor(() => getByLabelText<HTMLInputElement>(form, /^Title/));
    return { form, title };
  };

  test('shows the last change at once, restores one value, and keeps unsaved input for the question on saving', async () => {
    const [promo] = await api.promo.heading.list.query({});
    if (!promo) throw new Error('no promotion');
    await api.promo.heading.save.mutate({
      id: promo.id,
      values: { ...promo, title: 'A colleague’s title', subTitle: 'And text' },
    });
    const { form, title } = await openForm();
    await waitFor(() => expect(title.value).toBe('A colleague’s title'));
    await office.user.clear(title);
    await office.user.type(title, 'Typed here');
    await press(form, 'History');
    const history = await screen.findByRole('dialog', { name: 'History of A colleague’s title' });
    const newest = await findByRole(history, 'button', { name: /admin changed Title and Sub Title$/, expanded: true });
    expect(queryByRole(newest.closest('li') ?? history, 'button', { name: /^Restore/ })).toBe(null);
    await change(/First known version of this promotion/);
    await press(history, 'Restore this value of Title');
    await findByRole(history, 'button', { name: /admin restored Title$/ });
    expect((await api.promo.heading.list.query({}))[0]).toMatchObject({ title: promo.title, subTitle: 'And text' });
    await office.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^History of/ })).toBe(null));
    expect(title.value).toBe('Typed here');
    await waitFor(() => expect(document.activeElement).toBe(getByRole(form, 'button', { name: 'History' })));
    await press(form, 'Save');
    await findByRole(form, 'alert');
    await press(form, 'Take theirs');
    await waitFor(() => expect(getByLabelText<HTMLInputElement>(form, /^Title/).value).toBe(promo.title));
  });

  test('brings a row back that was deleted while its form was open, and the typed text is saved in that row', async () => {
    const [promo] = await api.promo.heading.list.query({});
    if (!promo) throw new Error('no promotion');
    const { form, title } = await openForm();
    await waitFor(() => expect(title.value).toBe(promo.title));
    await office.user.type(title, ', typed');
    await api.promo.heading.delete.mutate({ id: promo.id });
    await press(form, 'Save');
    await findByRole(form, 'button', { name: 'Create it again' });
    await press(form, 'History');
    const history = await screen.findByRole('dialog', { name: /^History of/ });
    await press(history, /^Bring back/);
    await findByRole(history, 'button', { name: /admin brought back this promotion$/ });
    await office.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^History of/ })).toBe(null));
    await press(form, 'Save');
    await press(form, 'Save mine anyway');
    await waitFor(async () =>
      expect(await api.promo.heading.list.query({})).toMatchObject([{ id: promo.id, title: `${promo.title}, typed` }]),
    );
  });
});
