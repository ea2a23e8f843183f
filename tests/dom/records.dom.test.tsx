import {
  findByLabelText,
  findByRole,
  findByText,
  getAllByRole,
  getByLabelText,
  getByRole,
  queryByRole,
  screen,
  waitFor,
} from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { client as api } from '../../web/admin/api/client.ts';
import { columnTexts, type DomServer, openBackOffice, startDomServer } from '../fixture/dom.ts';

let server: DomServer;
let office: Awaited<ReturnType<typeof openBackOffice>>;
beforeAll(async () => {
  server = await startDomServer();
  office = await openBackOffice(server);
});
afterAll(() => server.stop());

const dialog = (name: string) => screen.findByRole('dialog', { name });
/** A dialog with a form, whose inputs load with the first one. */
const formDialog = async (name: string) => {
  const form = await dialog(name);
  await findByRole(form, 'button', { name: 'Save' });
  return form;
};
const press = async (within: HTMLElement, name: string | RegExp) =>
  office.user.click(await findByRole(within, 'button', { name }));
/** Toasts and other live regions with the text. */
const toasts = (role: 'status' | 'alert', text: string) =>
  screen.queryAllByRole(role).filter((toast) => toast.textContent?.includes(text));

/** The Undo button of the newest toast: without animations, older toasts stay in the document. */
const undoButton = () =>
  waitFor(() => {
    const [newest] = screen.getAllByRole('button', { name: 'Undo' });
    if (!newest || newest === usedUndo) throw new Error('no new toast');
    usedUndo = newest;
    return newest;
  });
let usedUndo: HTMLElement | undefined;

describe('a child panel', () => {
  let panel: HTMLElement;
  const labels = () => columnTexts(getByRole(panel, 'table'), 'Label');
  beforeEach(async () => {
    server.execute(`delete from facts;
      insert into facts (parent_id, position, version, is_active, label, count) select id, 1, 1, 1, 'Cups', 7 from fact_headings;
      insert into facts (parent_id, position, version, is_active, label, count) select id, 2, 1, 1, 'Sites', 9 from fact_headings;
      update content_revision set revision = revision + 1;`);
    await office.open('company', 'Company Detail');
    await office.open('facts', 'Facts Detail');
    await press(document.body, /^Facts of/);
    panel = await dialog('Facts List');
    await waitFor(() => expect(labels()).toEqual(['Cups', 'Sites']));
  });

  const field = (label: string) => getByLabelText<HTMLInputElement>(panel, label);

  test('shows the list alone, and says whose list it is; Add opens a form, and closing the form returns to Add', async () => {
    expect(panel.querySelector('form')).toBe(null);
    const [title = ''] = office.definitions('Facts Detail', 'Title');
    expect(panel.textContent).toContain(`Facts of ${title}`);
    await press(panel, 'Add');
    expect(getByRole(panel, 'heading', { level: 3 }).textContent).toBe('New fact');
    await press(panel, 'Close the form');
    await waitFor(() => expect(panel.querySelector('form')).toBe(null));
    expect(document.activeElement).toBe(getByRole(panel, 'button', { name: 'Add' }));
  });

  test('the way back closes the panel', async () => {
    await press(panel, 'Facts Detail');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('Esc closes the form, after a question about unsaved input, and then the panel', async () => {
    await press(panel, 'Add');
    // The first form loads its inputs.
    await findByLabelText(panel, 'Label');
    await office.user.type(field('Label'), 'Half');
    await office.user.keyboard('{Escape}');
    await press(await dialog('Leave without saving?'), 'Discard changes');
    await waitFor(() => expect(panel.querySelector('form')).toBe(null));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBe(null));
    await office.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('Save and add another keeps the form open for the next row', async () => {
    await press(panel, 'Add');
    for (const [place, label] of ['Boats', 'Bridges'].entries()) {
      await office.user.type(field('Label'), label);
      await office.user.type(field('Count'), '3');
      await press(panel, 'Save and add another');
      await waitFor(() => expect(labels()).toEqual(['Cups', 'Sites', 'Boats', 'Bridges'].slice(0, place + 3)));
      await waitFor(() => expect(field('Label').value).toBe(''));
      await waitFor(() => expect(document.activeElement).toBe(field('Label')));
    }
  });

  test('Edit loads the row; a save changes that row, closes the form and focuses the row', async () => {
    await press(panel, 'Edit Sites');
    await waitFor(() => expect([field('Label').value, field('Count').value]).toEqual(['Sites', '9']));
    expect(getByRole(panel, 'heading', { level: 3 }).textContent).toBe('Edit fact');
    await office.user.clear(field('Label'));
    await office.user.type(field('Label'), 'Bridges');
    await press(panel, 'Save');
    await waitFor(() => expect(labels()).toEqual(['Cups', 'Bridges']));
    await waitFor(() => expect(panel.querySelector('form')).toBe(null));
    expect(document.activeElement).toBe(getByRole(panel, 'button', { name: 'Edit Bridges' }));
  });

  test('Reset after Edit: the next save creates a row', async () => {
    await press(panel, 'Edit Sites');
    await waitFor(() => expect(field('Label').value).toBe('Sites'));
    await press(panel, 'Reset');
    await waitFor(() => expect(getByRole(panel, 'heading', { level: 3 }).textContent).toBe('New fact'));
    expect(field('Label').value).toBe('');
    await office.user.type(field('Label'), 'Boats');
    await office.user.clear(field('Count'));
    await office.user.type(field('Count'), '3');
    await press(panel, 'Save');
    await waitFor(() => expect(labels()).toEqual(['Cups', 'Sites', 'Boats']));
  });

  test('an empty required field shows its message, takes the focus, and nothing is saved', async () => {
    await press(panel, 'Add');
    await office.user.type(field('Count'), '3');
    await press(panel, 'Save');
    await waitFor(() => expect(field('Label').getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field('Label'));
    expect(panel.textContent).toContain('Label is required');
    expect(labels()).toEqual(['Cups', 'Sites']);
    // Without unsaved input the next test leaves the panel without a question.
    await press(panel, 'Reset');
  });

  test('Delete asks first: Cancel keeps the row, Delete removes that row alone, with a toast in the style of an error', async () => {
    await press(panel, 'Delete Cups');
    await press(await dialog('Are you sure want to delete?'), 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Are you sure want to delete?' })).toBe(null));
    expect(labels()).toEqual(['Cups', 'Sites']);
    await press(panel, 'Delete Cups');
    const question = await dialog('Are you sure want to delete?');
    expect(question.textContent).toContain('Cups');
    await press(question, 'Delete');
    await waitFor(() => expect(labels()).toEqual(['Sites']));
    // Specification, section 8.
    await waitFor(() => expect(toasts('alert', 'Delete Succesfull')).toHaveLength(1));
  });

  test('Undo of a deletion that another user has undone already is refused in the server’s words', async () => {
    await press(panel, 'Delete Cups');
    await press(await dialog('Are you sure want to delete?'), 'Delete');
    const undo = await undoButton();
    server.execute(`insert into content_history (revision, record, row_id, action, cause, at, user_name, version, position, "values")
      select revision + 1000, record, row_id, 'create', 'restore', at, 'Dana', version + 1, position, "values"
      from content_history where id = (select max(id) from content_history)`);
    await office.user.click(undo);
    await waitFor(() =>
      expect(toasts('alert', 'Fact “Cups” has changed since. Its history has all versions.')).toHaveLength(1),
    );
    expect(labels()).toEqual(['Sites']);
  });

  test('Undo in the toast brings the deleted row back, says so, and returns the focus to the table', async () => {
    await press(panel, 'Delete Cups');
    await press(await dialog('Are you sure want to delete?'), 'Delete');
    await waitFor(() => expect(labels()).toEqual(['Sites']));
    const undo = await undoButton();
    undo.focus();
    await office.user.keyboard('{Enter}');
    await waitFor(() => expect(labels()).toEqual(['Cups', 'Sites']));
    await waitFor(() => expect(toasts('status', 'Undone.')).toHaveLength(1));
    expect(document.activeElement).toBe(getByRole(panel, 'region', { name: 'Facts List' }));
  });
});

describe('a switch in a row', () => {
  const flag = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
  const stored = async () => {
    const rows = await api.facts.items.list.query({});
    return Object.fromEntries(rows.map(({ label, isActive }) => [label, isActive]));
  };
  // New names for each test: the list shows the rows of the test before until it is loaded again.
  let round = 0;
  let cups: string;
  let sites: string;
  beforeEach(async () => {
    round += 1;
    [cups, sites] = [`Cups ${round}`, `Sites ${round}`];
    server.execute(`delete from facts;
      insert into facts (parent_id, position, version, is_active, label, count) select id, 1, 1, 1, '${cups}', 7 from fact_headings;
      insert into facts (parent_id, position, version, is_active, label, count) select id, 2, 1, 0, '${sites}', 9 from fact_headings;
      update content_revision set revision = revision + 1;`);
    await office.open('company', 'Company Detail');
    await office.open('facts', 'Facts Detail');
    await press(document.body, /^Facts of/);
    const panel = await dialog('Facts List');
    await waitFor(() => expect(columnTexts(getByRole(panel, 'table'), 'Label')).toEqual([cups, sites]));
    expect(columnTexts(getByRole(panel, 'table'), 'IsActive')).toEqual(['Yes', 'No']);
  });

  test('reads Yes or No, saves at once, and the toast’s Undo brings the stored value back', async () => {
    const isActive = await flag(`IsActive of ${cups}`);
    await office.user.click(isActive);
    expect([isActive.checked, isActive.closest('td')?.textContent]).toEqual([false, 'No']);
    await waitFor(() => expect(toasts('status', 'Save Succesfull').length).toBeGreaterThan(0));
    expect(await stored()).toEqual({ [cups]: false, [sites]: false });
    expect(document.activeElement).toBe(isActive);
    await office.user.click(await undoButton());
    await waitFor(async () => expect((await flag(`IsActive of ${cups}`)).checked).toBe(true));
    expect(await stored()).toEqual({ [cups]: true, [sites]: false });
  });

  test('is locked while it saves: a second press changes nothing', async () => {
    const isActive = await flag(`IsActive of ${sites}`);
    isActive.click();
    await waitFor(() => expect(isActive.getAttribute('aria-disabled')).toBe('true'));
    isActive.click();
    await waitFor(() => expect(isActive.getAttribute('aria-disabled')).toBe('false'));
    expect(await stored()).toEqual({ [cups]: true, [sites]: true });
  });

  test('keeps what another user has saved in the same row in the meantime', async () => {
    server.execute(`update facts set count = 70, version = version + 1 where label = '${cups}'`);
    await office.user.click(await flag(`IsActive of ${cups}`));
    await waitFor(async () => expect(await stored()).toEqual({ [cups]: false, [sites]: false }));
    expect((await api.facts.items.list.query({})).find(({ label }) => label === cups)?.count).toBe(70);
  });

  test('has the stored value again after a refused save, which is explained', async () => {
    server.execute(`delete from facts where label = '${sites}'`);
    const isActive = await flag(`IsActive of ${sites}`);
    await office.user.click(isActive);
    await waitFor(() => expect(toasts('alert', 'Something Went Wrong').length).toBeGreaterThan(0));
    await waitFor(() => expect(screen.queryByRole('switch', { name: `IsActive of ${sites}` })).toBe(null));
  });

  test('is locked while the form of its row is open', async () => {
    await press(await dialog('Facts List'), `Edit ${cups}`);
    expect((await flag(`IsActive of ${cups}`)).getAttribute('aria-disabled')).toBe('true');
    expect((await flag(`IsActive of ${sites}`)).getAttribute('aria-disabled')).toBe('false');
  });
});

describe('a heading', () => {
  const setHeadings = (statement: string) =>
    server.execute(`${statement}; update content_revision set revision = revision + 1;`);

  test('with one row shows its fields under the names of the columns; with two, a table', async () => {
    await office.open('company', 'Company Detail');
    await office.open('team', 'Team Member Detail');
    const card = await screen.findByRole('region', { name: 'Team Member Detail' });
    expect(getAllByRole(card, 'term').map((term) => term.textContent)).toEqual([
      'Background Image',
      'Title',
      'Sub Title',
      'IsActive',
    ]);
    expect(queryByRole(card, 'table')).toBe(null);
    await press(card, /^Edit /);
    await press(await dialog('Edit Team Detail'), 'Close Edit Team Detail');
    setHeadings(`insert into project_headings (position, version, is_active, title, sub_title)
      select 2, 1, 0, 'Second', 'One too many' from project_headings`);
    await office.open('project', 'Project Detail');
    expect(columnTexts(screen.getByRole('table'), 'Title')).toContain('Second');
    setHeadings("delete from project_headings where title = 'Second'");
  });
});

describe('an empty list', () => {
  test('says what it is for and offers the first step; the focus goes to the row that was added', async () => {
    server.execute('delete from menu_items; update content_revision set revision = revision + 1;');
    await office.open('company', 'Company Detail');
    await office.open('menu', 'Menu Detail');
    const text = await screen.findByText(
      /^Menu entries at the top of the page lead to its sections\. Add the first one\.$/,
    );
    await press(text.parentElement ?? document.body, 'Add');
    const form = await formDialog('Edit Menubar');
    await office.user.type(getByLabelText(form, 'Name'), 'Plans');
    await office.user.type(getByLabelText(form, 'Link To'), 'Pricing');
    await press(form, 'Save');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Plans' })));
  });
});

describe('a row that others have open', () => {
  const openRow = async () => {
    await office.open('company', 'Company Detail');
    await office.open('feature', 'Feature Detail');
    await press(document.body, /^Edit/);
    return formDialog('Edit Feature Detail');
  };
  const close = () => server.execute('delete from open_forms where length(key) < 22');
  afterEach(close);

  /** Stores open forms of the heading by user, with the field in which the user is typing; user 1 is this test's admin. */
  const others = (...forms: (readonly [userId: number, userName: string, field: string])[]) => {
    close();
    for (const [userId, userName, field] of forms)
      server.execute(`insert into open_forms (key, user_id, user_name, record, row_id, field, at)
        select 'form-${userId}', ${userId}, '${userName}', 'features.heading', id, '${field}', ${Date.now()}
        from feature_headings`);
  };
  /** A tab that becomes visible asks at once. */
  const ask = () => document.dispatchEvent(new Event('visibilitychange'));
  const dana = [101, 'Dana Field', ''] as const;
  const omar = [102, 'Omar Reed', ''] as const;
  const kim = [103, 'Kim Lee', ''] as const;
  const me = [1, 'admin', ''] as const;
  const typing = ([id, name]: readonly [number, string, string]) => [id, name, 'subTitle'] as const;

  test.each([
    ['one user', [dana], 'Dana Field is editing this feature heading'],
    ['a user who types', [typing(dana)], 'Dana Field is typing in Sub Title'],
    ['two users', [omar, dana], 'Dana Field and Omar Reed are editing this feature heading'],
    ['three users', [kim, omar, dana], 'Dana Field and 2 others are editing this feature heading'],
    [
      'three users, one of whom types',
      [kim, typing(omar), dana],
      'Omar Reed is typing in Sub Title, 2 others are here',
    ],
    ['the own other window', [me], 'You, in another window, are editing this feature heading'],
    ['the own other window with input', [typing(me)], 'You, in another window, are typing in Sub Title'],
    [
      'another user and the own other window',
      [me, dana],
      'Dana Field and you, in another window, are editing this feature heading',
    ],
  ] as const)('names %s', async (_name, forms, text) => {
    others(...forms);
    await findByText(await openRow(), text);
  });

  test('is announced when a user comes or leaves, not when the field changes', async () => {
    const announced = () => toasts('status', 'editing this').map(({ textContent }) => textContent);
    others(dana);
    const panel = await openRow();
    await waitFor(() => expect(announced()).toEqual(['Dana Field is editing this feature heading.']));
    others(typing(dana));
    ask();
    await findByText(panel, 'Dana Field is typing in Sub Title');
    expect(announced()).toEqual([]);
    others(omar);
    ask();
    await waitFor(() =>
      expect(announced()).toEqual([
        'Omar Reed is editing this feature heading. Dana Field is no longer editing this feature heading.',
      ]),
    );
  });
});

describe('the sidebar', () => {
  const entries = () => getAllByRole(screen.getByRole('navigation', { name: 'Screens' }), 'link');

  test('marks the entry of the open screen, also while a panel is open, and no other', async () => {
    const current = () => entries().filter((link) => link.getAttribute('aria-current') === 'page');
    for (const [path, title, entry] of [
      ['twilioclient', 'Manage Client Detail', 'Twilio Client'],
      ['twilioclientcontact', 'Manage Client Contact Detail', 'Twilio Client Contact'],
      ['trello-category', 'Trello Category', 'Trello Category'],
      ['facts', 'Facts Detail', 'Facts'],
    ] as const) {
      await office.open(path, title);
      expect(current().map((link) => link.textContent)).toEqual([entry]);
    }
    await press(document.body, /^Edit/);
    await dialog('Edit Facts Detail');
    expect(current().map((link) => link.textContent)).toEqual(['Facts']);
  });

  const group = (name: string) => getByRole(screen.getByRole('navigation', { name: 'Screens' }), 'group', { name });
  const paths = (within: HTMLElement) =>
    getAllByRole(within, 'link').map((link) => link.getAttribute('href')?.replace('#/admin/', ''));

  test('has every entry of the specification, in groups; sections in the order of the page', () => {
    // Section 2, Admin shell, and the page's order of section 1.
    const sections = `introduction feature description services priceplan subscribe client facts project team
      presentation customer promo getintouch contact map`.split(/\s+/);
    expect(paths(group('Page'))).toEqual(['page', ...sections, 'company', 'menu', 'pictures', 'releases', 'history']);
    expect(paths(group('Servers and SMS'))).toEqual([
      'twilioclient',
      'twilioclientcontact',
      'twilio-log',
      'schedule-tasks',
      'incidents',
      'channels',
      'on-call',
      'alarm-policies',
      'status-page',
    ]);
    expect(paths(group('Boards'))).toEqual(['trello', 'trello-category']);
    expect(paths(group('System'))).toEqual(['users', 'jobs', 'audit', 'privacy', 'account']);
  });

  test('follows the order of the page’s layout, and marks hidden sections with the reason', async () => {
    server.execute(`insert into page_layouts (position, version, is_active, section_order, hidden_sections)
        values (1, 1, 1, 'features facts hero', 'promo');
      update facts set is_active = 0;
      update maps set is_active = 0;
      update content_revision set revision = revision + 1;`);
    await office.open('company', 'Company Detail');
    // A save reads the page again.
    await office.user.click(await screen.findByRole('switch', { name: /^IsActive of/ }));
    const named = () => paths(group('Page')).filter((path) => /^(feature|facts|introduction)$/.test(path ?? ''));
    await waitFor(() => expect(named()).toEqual(['feature', 'facts', 'introduction']));
    const names = () => entries().map((link) => link.textContent);
    await waitFor(() => expect(names()).toContain('Facts, hidden: it has no active entry'));
    expect(names()).toContain('Promo, hidden: switched off for the whole page');
    expect(names()).toContain('Map, hidden: its heading is not active');
    expect(names()).toContain('Team');
    server.execute(`delete from page_layouts; update facts set is_active = 1; update maps set is_active = 1;
      update content_revision set revision = revision + 1;`);
  });

  test('a closed group stays closed, and opens for a screen in it', async () => {
    const heading = () => getByRole(group('System'), 'button', { name: 'System' });
    await office.user.click(heading());
    expect(heading().getAttribute('aria-expanded')).toBe('false');
    await office.open('facts', 'Facts Detail');
    expect(heading().getAttribute('aria-expanded')).toBe('false');
    await office.open('jobs', 'Jobs');
    await waitFor(() => expect(heading().getAttribute('aria-expanded')).toBe('true'));
  });

  test('collapsed, keeps the names of its links, and is expanded again', async () => {
    const before = entries().map((link) => link.textContent);
    await press(document.body, 'Collapse the menu');
    expect(localStorage.getItem('sidebarCollapsed')).toBe('true');
    expect(entries().map((link) => link.textContent)).toEqual(before);
    await press(document.body, 'Expand the menu');
    expect(localStorage.getItem('sidebarCollapsed')).toBe('false');
  });
});

test('Search filters a list, and Reset empties the filters and shows all rows again', async () => {
  const values = ['+15551', '+15552'].map(
    (to) => `('+1999', '${to}', 'AC1', 'SM${to}', 'delivered', 9, 1700000000000)`,
  );
  server.execute(`insert into telephony_messages
    (from_number, to_number, account_sid, message_sid, status, rank, created_on) values ${values.join()}`);
  await office.open('twilio-log', 'Twilio Logs');
  const rows = () => columnTexts(screen.getByRole('table'), 'To Number').sort();
  await waitFor(() => expect(rows()).toEqual(['+15551', '+15552']));
  const form = screen.getByRole('form', { name: /Twilio|log/i });
  await office.user.type(getByLabelText(form, 'To Number'), '+15552');
  await press(form, 'Search');
  await waitFor(() => expect(rows()).toEqual(['+15552']));
  expect(screen.getByText(/^1 message$/)).toBeTruthy();
  await press(form, 'Reset');
  await waitFor(() => expect(rows()).toEqual(['+15551', '+15552']));
  expect(getByLabelText<HTMLInputElement>(form, 'To Number').value).toBe('');
  expect(queryByRole(form, 'alert')).toBe(null);
});
