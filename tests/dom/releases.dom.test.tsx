import { findByRole, getByLabelText, getByRole, screen, waitFor } from '@testing-library/dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnTexts, type DomServer, openBackOffice, startDomServer } from '../fixture/dom.ts';

let server: DomServer;
let office: Awaited<ReturnType<typeof openBackOffice>>;
beforeAll(async () => {
  server = await startDomServer();
  office = await openBackOffice(server);
});
afterAll(() => server.stop());

const choice = () => screen.findByRole('button', { name: /where your changes go/ });
const press = async (within: HTMLElement, name: string | RegExp) =>
  office.user.click(await findByRole(within, 'button', { name }));

async function choose(name: RegExp) {
  await office.user.click(await choice());
  await office.user.click(await screen.findByRole('menuitemradio', { name }));
}

async function openFacts(): Promise<HTMLElement> {
  await office.open('facts', 'Facts Detail');
  await press(document.body, /^Facts of/);
  return screen.findByRole('dialog', { name: 'Facts List' });
}

test('without releases the screen says what they are for; a name of 80 characters is taken, a longer one is not', async () => {
  await office.open('releases', 'Releases');
  await screen.findByText(/Visitors see none of them until you publish it/);
  await press(document.body, 'New release');
  const dialog = await screen.findByRole('dialog', { name: 'New release' });
  await press(dialog, 'Create');
  await waitFor(() => expect(dialog.textContent).toContain('Name is required'));
  await office.user.type(getByLabelText(dialog, 'Name'), 'x'.repeat(81));
  await press(dialog, 'Create');
  await waitFor(() => expect(dialog.textContent).toContain('Name takes at most 80 characters'));
  await office.user.type(getByLabelText(dialog, 'Name'), '{Backspace}{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'x'.repeat(80) });
  await screen.findByText(/There are no changes yet/);
});

test('the button and the notification of a save name the release, the row is marked, and Live shows the row as it was', async () => {
  await office.open('company', 'Company Detail');
  await choose(/^x+/);
  let panel = await openFacts();
  const [first = ''] = columnTexts(await findByRole(panel, 'table'), 'Label');
  await press(panel, `Edit ${first}`);
  const field = () => getByLabelText<HTMLInputElement>(panel, 'Label');
  await waitFor(() => expect(field().value).toBe(first));
  await office.user.type(field(), ' in spring');
  await press(panel, `Save to ${'x'.repeat(80)}`);
  await screen.findByText(`Saved to “${'x'.repeat(80)}”. Visitors do not see it yet.`);
  await waitFor(() => expect(columnTexts(getByRole(panel, 'table'), 'Label')[0]).toBe(`${first} in springChanged`));
  await waitFor(() => expect(panel.querySelector('form')).toBe(null));

  await office.open('company', 'Company Detail');
  await choose(/^Live/);
  panel = await openFacts();
  await waitFor(() => expect(columnTexts(getByRole(panel, 'table'), 'Label')[0]).toBe(first));
  await press(panel, 'Add');
  expect(getByRole(panel, 'button', { name: 'Save' })).toBeTruthy();
});

test('a draft of a release is offered in that release alone', async () => {
  await office.open('company', 'Company Detail');
  await choose(/^x+/);
  const panel = await openFacts();
  await press(panel, 'Add');
  await office.user.type(getByLabelText(panel, 'Label'), 'Draft of the release');
  const drafts = () => Object.keys(sessionStorage).filter((name) => name.startsWith('draft '));
  await waitFor(() => expect(drafts()).toHaveLength(1));
  expect(JSON.parse(sessionStorage.getItem(drafts()[0] ?? '') ?? '')).toMatchObject({
    release: { name: 'x'.repeat(80) },
    values: { label: 'Draft of the release' },
  });
  expect(drafts()[0]).toMatch(/\/1$/);
  await press(panel, 'Reset');
  await waitFor(() => expect(drafts()).toHaveLength(0));
});

test('a release that was cancelled elsewhere sends the edits back to Live, with a notification', async () => {
  await office.open('company', 'Company Detail');
  server.execute("update releases set state = 'cancelled' where id = 1");
  // The list of releases is read again every 20 s, and after each change of a release.
  await office.open('releases', 'Releases');
  await press(document.body, 'New release');
  await office.user.type(await screen.findByLabelText('Name'), 'Autumn{Enter}');
  await screen.findByText(`The release “${'x'.repeat(80)}” was cancelled.`);
  await office.open('company', 'Company Detail');
  expect((await choice()).textContent).toBe('Live');
});
