import { getAllByRole, getByRole, queryByRole, screen, waitFor, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { client as api } from '../../web/admin/api/client.ts';
import { type DomServer, openBackOffice, startDomServer } from '../fixture/dom.ts';

let server: DomServer;
let office: Awaited<ReturnType<typeof openBackOffice>>;
beforeAll(async () => {
  server = await startDomServer();
  office = await openBackOffice(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await office.open('company', 'Company Detail');
  localStorage.removeItem('recent');
});

// A failed test must not fail the next ones.
afterEach(async () => {
  if (screen.queryByRole('combobox', { name: 'Find anything' })) await office.user.keyboard('{Escape}');
});

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Find anything' });

/** Opens Spotlight by its shortcut. */
async function openSpotlight(): Promise<HTMLInputElement> {
  await office.user.keyboard('{Control>}k{/Control}');
  return field();
}

/** Opens Spotlight and types a text. */
async function find(text: string): Promise<void> {
  await office.user.type(await openSpotlight(), text);
}

const options = (group?: string) => {
  const list = screen.queryByRole('listbox', { name: 'Results' });
  const part = list && group !== undefined ? queryByRole(list, 'group', { name: group }) : list;
  return part ? within(part).queryAllByRole('option') : [];
};
/** The titles of the options, the first line of each. */
const titles = (group?: string) => options(group).map((option) => option.querySelector('span > span')?.textContent);
const selected = () => options().find((option) => option.getAttribute('aria-selected') === 'true');
const isClosed = () => waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBe(null));

test.each([
  ['plans', 'Price Plan'],
  ['PRICES', 'Price Plan'],
  ['heartbeats', 'Schedule Tasks'],
  ['sms', 'Twilio Client'],
  ['pictures', 'Pictures'],
  ['password', 'Change Password'],
  ['time zone', 'Company'],
  ['sign out', 'Log out'],
])('%s finds %s', async (text, title) => {
  await find(text);
  await waitFor(() => expect(titles()[0]).toBe(title));
  await office.user.keyboard('{Escape}');
  await isClosed();
});

describe('by keyboard', () => {
  test('arrows go round, the field names the selected result, Enter opens it, and it is the first recent one', async () => {
    await find('client');
    // The announced number says that the answer to the whole text is there.
    await screen.findByText(/^\d+ results$/);
    const all = options();
    expect(selected()).toBe(all[0]);
    await office.user.keyboard('{ArrowUp}');
    expect(selected()).toBe(all.at(-1));
    await office.user.keyboard('{ArrowDown}{ArrowDown}');
    expect(selected()).toBe(all[1]);
    expect((await field()).getAttribute('aria-activedescendant')).toBe(all[1]?.id);
    expect(titles()[1]).toBe('Twilio Client');
    await office.user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Manage Client Detail' });
    await isClosed();
    await office.open('facts', 'Facts Detail');
    await openSpotlight();
    expect(titles('Recent')).toEqual(['Twilio Client']);
    expect(titles('Actions')).toContain('New release');
    await office.user.keyboard('{Escape}');
    await isClosed();
  });

  test('Esc closes Spotlight and not the panel below, and Ctrl+K closes it too; the focus returns', async () => {
    await office.user.click(await screen.findByRole('button', { name: /^Edit / }));
    const panel = await screen.findByRole('dialog', { name: 'Edit Company Detail' });
    const name = await within(panel).findByLabelText('Name');
    for (const close of ['{Escape}', '{Control>}k{/Control}']) {
      name.focus();
      await openSpotlight();
      await office.user.keyboard(close);
      await isClosed();
      await waitFor(() => expect(document.activeElement).toBe(name));
      expect(screen.queryByRole('dialog', { name: 'Edit Company Detail' })).not.toBe(null);
    }
    await office.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('New release opens its dialog', async () => {
    await find('new rel{Enter}');
    await screen.findByRole('dialog', { name: 'New release' });
    await office.user.keyboard('{Escape}');
  });
});

describe('results', () => {
  test('a row of a row opens in its panel', async () => {
    const [plan] = await api.pricing.plans.list.query({});
    const values = { text: 'Moonlight mooring', isActive: false };
    await api.pricing.features.save.mutate({ key: 'k'.repeat(22), parentId: plan?.id, values });
    await find('moonlight');
    await waitFor(() => expect(titles('On the page')).toEqual(['Moonlight mooring']));
    expect(selected()?.textContent).toContain(`Price Plan › ${plan?.title}`);
    expect(selected()?.textContent).toContain('Hidden');
    await office.user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Plan Detail' });
    await waitFor(() => expect(window.location.hash).toContain(`sub=${plan?.id}`));
    await waitFor(async () => {
      const panels = getAllByRole(document.body, 'dialog');
      expect(panels.some((one) => within(one).queryByDisplayValue('Moonlight mooring') !== null)).toBe(true);
    });
  });

  test('a text that nothing has says so; a number leads to the log, filtered', async () => {
    await find('qqqzzz');
    await screen.findByText('Nothing found for “qqqzzz”');
    await office.user.clear(await field());
    await office.user.type(await field(), '+49 170 123');
    await waitFor(() => expect(titles()).toEqual(['Search in Twilio Logs for +49170123']));
    await office.user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Twilio Logs' });
    const form = await screen.findByRole('form', { name: 'Search the log' });
    expect(within(form).getByLabelText<HTMLInputElement>('To Number').value).toBe('+49170123');
  });

  test('older rows of a large table are found after the newer ones, until the next key', async () => {
    const oldest = `insert into inbox_messages (name, email, message, received_at) values ('Oldest Narwhal', 'o@example.com', '', 0)`;
    const newer = `insert into inbox_messages (name, email, message, received_at) with recursive numbers(n) as
      (select 1 union all select n + 1 from numbers where n < 30000) select 'Visitor ' || n, 'v@example.com', '', n from numbers`;
    server.execute(`${oldest}; ${newer}`);
    const original = globalThis.fetch;
    const held = Promise.withResolvers<void>();
    const asked: string[] = [];
    globalThis.fetch = async (input, init) => {
      const address = decodeURIComponent(String(input));
      if (address.includes('cursor":{')) {
        asked.push(address);
        await held.promise;
      }
      return original(input, init);
    };
    try {
      await find('narwh');
      await screen.findByText('Searching older rows …');
      expect(screen.queryByText(/Nothing found/)).toBe(null);
      // The next key: the older rows of the text before are not read on.
      await office.user.type(await field(), 'al');
      await waitFor(() => expect(asked).toHaveLength(2));
      expect(asked[1]).toContain('"narwhal"');
      held.resolve();
      await waitFor(() => expect(titles('Messages')).toEqual(['Oldest Narwhal']));
      await waitFor(() => expect(screen.queryByText('Searching older rows …')).toBe(null));
      await screen.findByText('1 result');
      expect(asked).toHaveLength(2);
    } finally {
      globalThis.fetch = original;
      server.execute('delete from inbox_messages');
    }
    await office.user.keyboard('{Escape}');
    await isClosed();
  });

  test('a failed search says so in words, and screens are still found', async () => {
    const original = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      String(input).includes('find.search') ? Promise.reject(new TypeError('no network')) : original(input, init);
    try {
      await find('plans');
      await screen.findByText(/The search did not work/);
      expect(titles()[0]).toBe('Price Plan');
    } finally {
      globalThis.fetch = original;
    }
    await office.user.keyboard('{Escape}');
    await isClosed();
  });

  test('an answer that comes after the next keystrokes is not shown', async () => {
    const original = globalThis.fetch;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    globalThis.fetch = async (input, init) => {
      if (String(input).includes('find.search') && decodeURIComponent(String(input)).includes('"harb"')) await held;
      return original(input, init);
    };
    try {
      await find('harb');
      await new Promise((resolve) => setTimeout(resolve, 250));
      await office.user.clear(await field());
      await office.user.type(await field(), 'qqqzzz');
      await screen.findByText('Nothing found for “qqqzzz”');
      release();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(getByRole(document.body, 'combobox', { name: 'Find anything' })).toBeTruthy();
      screen.getByText('Nothing found for “qqqzzz”');
    } finally {
      globalThis.fetch = original;
    }
    await office.user.keyboard('{Escape}');
    await isClosed();
  });
});

test('what a user has opened is that user’s own', async () => {
  await office.open('facts', 'Facts Detail');
  await office.open('team', 'Team Member Detail');
  const stored = localStorage.getItem('recent') ?? '';
  expect(JSON.parse(stored).entries.map(({ title }: { title: string }) => title)).toEqual(['Team', 'Facts']);
  localStorage.setItem('recent', stored.replace('"userName":"admin"', '"userName":"someone"'));
  await openSpotlight();
  expect(titles('Recent')).toEqual([]);
  await office.user.keyboard('{Escape}');
  await isClosed();
});
