import type { Browser, Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionKeys } from '../../contract/session-keys.ts';
import { backOffice } from '../fixture/back-office.ts';
import {
  accessibilityProblems,
  failCalls,
  launchBrowser,
  openPage,
  signInAsAdmin,
  untilQuiet,
} from '../fixture/browser.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let problems: string[];
let office: ReturnType<typeof backOffice>;
let api: ReturnType<typeof trpcClient>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  ({ page, problems } = await openPage(browser));
  office = backOffice(page, server);
  api = trpcClient(server.address, server.adminToken);
  await signInAsAdmin(page, server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const title = (panel: Locator) => panel.getByLabel('Title', { exact: true });
const save = (panel: Locator) => panel.getByRole('button', { name: 'Save', exact: true });
const promo = async () => (await api.promo.heading.list.query({}))[0];
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

/** Holds the calls of one procedure until the returned function is called. */
async function hold(name: string): Promise<() => Promise<void>> {
  const calls = new RegExp(name);
  const { promise, resolve } = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  await page.route(calls, (route) => {
    const sent = promise.then(() => route.continue());
    held.push(sent);
    return sent;
  });
  return async () => {
    resolve();
    await Promise.all(held);
    await page.unroute(calls);
  };
}

async function openPromo(): Promise<Locator> {
  await office.screen('promo', 'Promotion Detail');
  return office.open('Edit', 'Edit Promotion Detail');
}

async function openFacts(): Promise<Locator> {
  await office.screen('facts', 'Facts Detail');
  return office.open('Facts', 'Facts List');
}

/** Leaves an open panel without its input. */
async function discard(panel: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await panel.waitFor({ state: 'hidden' });
}

describe('without a connection', () => {
  const connectionToast = () => page.getByRole('alert').filter({ hasText: 'Please Check your connection' });
  const offline = (isOffline: boolean) => page.context().setOffline(isOffline);

  test('a save fails at once, keeps the text, and succeeds after the connection is back', async () => {
    const panel = await openPromo();
    await title(panel).fill('Published at the second try');
    await offline(true);
    await save(panel).click();
    await connectionToast().waitFor();
    await expect.poll(() => save(panel).getAttribute('data-loading')).toBeNull();
    expect(await title(panel).inputValue()).toBe('Published at the second try');
    await offline(false);
    await office.saveAndClose(panel);
    expect((await promo())?.title).toBe('Published at the second try');
  });

  test('discarded text is not saved when the connection is back', async () => {
    const panel = await openPromo();
    await title(panel).fill('Never to be published');
    await offline(true);
    await save(panel).click();
    await connectionToast().waitFor();
    await expect.poll(() => save(panel).getAttribute('data-loading')).toBeNull();
    await discard(panel);
    const reloaded = page.waitForResponse(/promo\.heading\.list/);
    await offline(false);
    // The list reloads when the connection is back; a save that had waited for it would have been sent too.
    await reloaded;
    await untilQuiet(page);
    expect((await promo())?.title).toBe('Published at the second try');
  });

  test('a deletion and a new Trello category fail at once with the same message', async () => {
    const before = await api.facts.items.list.query({});
    const panel = await openFacts();
    await offline(true);
    await office.remove(panel, before[0]?.label ?? '');
    await connectionToast().waitFor();
    await panel.getByRole('row').nth(before.length).waitFor();
    await offline(false);

    await office.screen('trello-category', 'Trello Category');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const category = office.panel('Trello Category');
    await category.getByLabel('Category Name').fill('Never stored');
    await expect.poll(() => connectionToast().count()).toBe(0);
    await offline(true);
    await save(category).click();
    await connectionToast().waitFor();
    expect(await category.getByLabel('Category Name').inputValue()).toBe('Never stored');
    await discard(category);
    await offline(false);

    await untilQuiet(page);
    expect(await api.facts.items.list.query({})).toEqual(before);
    expect(await api.boards.categories.query()).toEqual([]);
  });
});

describe('while a picture is uploaded', () => {
  const png = () =>
    sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#14535f' } })
      .png()
      .toBuffer();

  test('Save waits, says so, and stores the picture', async () => {
    const panel = await openPromo();
    const before = (await promo())?.backgroundImage;
    const release = await hold('/api/images');
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await png() });
    await save(panel).click();
    await panel.getByText('Saving after the upload of the picture').waitFor();
    expect((await promo())?.backgroundImage).toBe(before);
    await release();
    await panel.waitFor({ state: 'hidden' });
    const after = (await promo())?.backgroundImage;
    expect(after).toBeTruthy();
    expect(after).not.toBe(before);
  });

  test('a failed upload cancels the save that waits for it', async () => {
    const panel = await openPromo();
    const { version } = (await promo()) ?? {};
    const { promise, resolve } = Promise.withResolvers<void>();
    const abort = async (route: Route) => {
      await promise;
      await route.abort();
    };
    await page.route(/\/api\/images/, abort, { times: 1 });
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await png() });
    await save(panel).click();
    await panel.getByText('Saving after the upload of the picture').waitFor();
    resolve();
    await page.getByRole('alert').filter({ hasText: 'Please Check your connection' }).waitFor();
    await panel.getByRole('progressbar', { name: /^Uploading/ }).waitFor({ state: 'hidden' });
    await expect.poll(() => save(panel).getAttribute('data-loading')).toBeNull();
    expect((await promo())?.version).toBe(version);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  test('the panel does not close without a question', async () => {
    const panel = await openPromo();
    const release = await hold('/api/images');
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await png() });
    await discard(panel);
    await release();
  });
});

describe('while a save runs', () => {
  test('the fields are read-only, and a second Enter creates no second row', async () => {
    const panel = await openFacts();
    await office.add(panel);
    const before = (await api.facts.items.list.query({})).length;
    const release = await hold('facts.items.save');
    await panel.getByLabel('Label').fill('Pressed twice');
    await panel.getByLabel('Count').fill('2');
    // Two submissions in one task: before the form can draw that a save runs.
    await panel.locator('form').evaluate((form) => {
      if (!(form instanceof HTMLFormElement)) throw new Error('no form');
      form.requestSubmit();
      form.requestSubmit();
    });
    await expect.poll(() => panel.getByLabel('Label').getAttribute('readonly')).not.toBeNull();
    const isActive = panel.getByLabel('IsActive', { exact: true });
    await isActive.selectOption('No');
    expect(await isActive.inputValue()).toBe('0');
    await release();
    await panel.getByRole('cell', { name: 'Pressed twice', exact: true }).waitFor();
    expect((await api.facts.items.list.query({})).length).toBe(before + 1);
    await panel.locator('form').waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(panel.getByRole('button', { name: 'Edit Pressed twice' }))).toBe(true);
  });

  test('a save whose answer was lost creates no second row when it is repeated', async () => {
    const panel = await openFacts();
    await office.add(panel);
    const before = (await api.facts.items.list.query({})).length;
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(/facts\.items\.save/, loseAnswer, { times: 1 });
    await panel.getByLabel('Label').fill('Sent, no answer');
    await panel.getByLabel('Count').fill('3');
    await save(panel).click();
    await page.getByRole('alert').filter({ hasText: 'Please Check your connection' }).waitFor();
    // A correction before the second try reaches the row of the first.
    await panel.getByLabel('Count').fill('4');
    await save(panel).click();
    await page.getByRole('status').filter({ hasText: 'Save Succesfull' }).waitFor();
    const rows = await api.facts.items.list.query({});
    expect(rows.length).toBe(before + 1);
    expect(rows.find(({ label }) => label === 'Sent, no answer')?.count).toBe(4);
  });
});

describe('a row that another admin', () => {
  const other = async (values: { title: string }) => {
    const row = await promo();
    if (!row) throw new Error('The sample has no promotion');
    await api.promo.heading.save.mutate({ id: row.id, values: { ...row, ...values } });
  };

  test('has saved opens with the new value', async () => {
    await office.screen('promo', 'Promotion Detail');
    await other({ title: 'Saved elsewhere' });
    const panel = await office.open('Edit', 'Edit Promotion Detail');
    await expect.poll(() => title(panel).inputValue()).toBe('Saved elsewhere');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  test('has saved meanwhile: "Take theirs" shows their version, and the next save keeps it', async () => {
    const panel = await openPromo();
    await title(panel).fill('Mine');
    await other({ title: 'Theirs' });
    await save(panel).click();
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    expect(await title(panel).inputValue()).toBe('Theirs');
    await expect.poll(() => isFocused(title(panel))).toBe(true);
    await office.saveAndClose(panel);
    expect((await promo())?.title).toBe('Theirs');
  });

  test('has deleted keeps the typed text, and "Create it again" saves the text', async () => {
    const [heading] = await api.facts.heading.list.query({});
    const parentId = heading?.id ?? 0;
    const values = { label: 'Soon deleted', count: 1, isActive: true };
    const { id } = await api.facts.items.save.mutate({ parentId, values });
    const panel = await openFacts();
    await panel.getByRole('button', { name: 'Edit Soon deleted' }).click();
    await expect.poll(() => panel.getByLabel('Label').inputValue()).toBe('Soon deleted');
    await panel.getByLabel('Label').fill('Typed for a long time');
    await api.facts.items.delete.mutate({ id });
    await save(panel).click();
    await panel.getByRole('alert').filter({ hasText: 'Someone else has deleted this fact' }).waitFor();
    expect(await panel.getByLabel('Label').inputValue()).toBe('Typed for a long time');
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Create it again' }).click();
    await panel.getByRole('cell', { name: 'Typed for a long time', exact: true }).waitFor();
    const rows = (await api.facts.items.list.query({ parentId })).filter(
      ({ label }) => label === 'Typed for a long time',
    );
    expect(rows).toHaveLength(1);
  });

  test('has deleted keeps the typed text too when the list reloads before the save', async () => {
    const [heading] = await api.facts.heading.list.query({});
    const parentId = heading?.id ?? 0;
    const add = (label: string) =>
      api.facts.items.save.mutate({ parentId, values: { label, count: 1, isActive: true } });
    const { id } = await add('Gone');
    await add('Neighbour');
    const panel = await openFacts();
    await panel.getByRole('button', { name: 'Edit Gone' }).click();
    await expect.poll(() => panel.getByLabel('Label').inputValue()).toBe('Gone');
    await panel.getByLabel('Label').fill('Still here');
    await api.facts.items.delete.mutate({ id });
    await office.remove(panel, 'Neighbour');
    await panel.getByRole('button', { name: 'Create it again' }).click();
    await panel.getByRole('cell', { name: 'Still here', exact: true }).waitFor();
  });
});

describe('a row that another admin has open', () => {
  let dana: Page;
  let danaProblems: string[];
  beforeAll(async () => {
    const { token } = await addSignedIn(server.deps, 'Admin', { userName: 'Dana Field' });
    ({ page: dana, problems: danaProblems } = await openPage(browser));
    const session = {
      [sessionKeys.token]: token,
      [sessionKeys.userName]: 'Dana Field',
      [sessionKeys.role]: 'Admin',
      [sessionKeys.expires]: '9999-12-31T00:00:00Z',
    };
    await dana.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, session);
    await dana.clock.install();
  });
  afterAll(() => dana.context().close());

  async function danaOpensPromo(): Promise<Locator> {
    const danasOffice = backOffice(dana, server);
    await danasOffice.screen('promo', 'Promotion Detail');
    const panel = await danasOffice.open('Edit', 'Edit Promotion Detail');
    await panel.getByText('admin is editing this promotion', { exact: true }).waitFor();
    return panel;
  }

  /** Waits until the text is shown or hidden, without the time between two signs of life: a visible tab sends one at once. */
  async function shows(text: Locator, isShown = true): Promise<void> {
    await expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return text.count();
      })
      .toBe(isShown ? 1 : 0);
  }

  async function close(panel: Locator): Promise<void> {
    await panel.getByRole('button', { name: /^Close/ }).click();
    await panel.waitFor({ state: 'hidden' });
  }

  test('names that admin and the field, moves no field of the form, and the name goes when that admin closes the row', async () => {
    const panel = await openPromo();
    const before = await title(panel).boundingBox();
    const danasPanel = await danaOpensPromo();
    await shows(panel.getByText('Dana Field is editing this promotion', { exact: true }));
    await danasPanel.getByLabel('Sub Title').fill('Typed by Dana');
    await shows(panel.getByText('Dana Field is typing in Sub Title', { exact: true }));
    expect(await title(panel).boundingBox()).toEqual(before);
    expect(await accessibilityProblems(page)).toEqual([]);
    await danasPanel.getByRole('button', { name: /^Close/ }).click();
    await dana.getByRole('button', { name: 'Discard changes' }).click();
    await shows(panel.getByText(/^Dana Field is/), false);
    await close(panel);
  });

  test('sends no sign of life from a hidden tab, and one at once when the tab is visible again', async () => {
    const mine = await openPromo();
    const panel = await danaOpensPromo();
    const setHidden = (isHidden: boolean) =>
      dana.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    let sent = 0;
    dana.on('request', (request) => {
      if (request.url().includes('presence.announce')) sent += 1;
    });
    await setHidden(true);
    for (let round = 0; round < 3; round += 1) await dana.clock.fastForward(4000);
    expect(sent).toBe(0);
    const announced = dana.waitForRequest(/presence\.announce/);
    await setHidden(false);
    await announced;
    await close(panel);
    await close(mine);
  });

  test('a refused or failed sign of life shows nothing, opens no sign-in box, and keeps the typed text', async () => {
    const refusal = {
      error: { message: 'Please sign in.', code: -32001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } },
    };
    for (const fail of [
      () => failCalls(page, 'presence\\.announce'),
      async () => {
        const calls = /presence\.announce/;
        await page.route(calls, (route) => route.fulfill({ status: 401, json: [refusal] }));
        return () => page.unroute(calls);
      },
    ]) {
      const end = await fail();
      const answered = page.waitForResponse(/presence\.announce/);
      const panel = await openPromo();
      await title(panel).fill('Kept');
      expect((await answered).ok()).toBe(false);
      await untilQuiet(page);
      expect(await page.getByRole('alert').filter({ hasNotText: 'Delete Succesfull' }).count()).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(1);
      expect(await title(panel).inputValue()).toBe('Kept');
      await discard(panel);
      await end();
    }
  });

  test('the browser of that admin logged no error', () => {
    expect(danaProblems).toEqual([]);
  });
});

describe('panels', () => {
  test('focus starts on the first field, of a new row, a stored row and a child row, and on Add of a list', async () => {
    await office.screen('menu', 'Menu Detail');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => isFocused(office.panel('Edit Menubar').getByLabel('Name', { exact: true }))).toBe(true);
    await page.keyboard.press('Escape');
    const panel = await openPromo();
    await expect.poll(() => isFocused(title(panel))).toBe(true);
    await page.keyboard.press('Escape');
    const facts = await openFacts();
    await expect.poll(() => isFocused(facts.getByRole('button', { name: 'Add', exact: true }))).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(facts.getByLabel('Label'))).toBe(true);
    await facts
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await expect.poll(() => isFocused(facts.getByLabel('Label'))).toBe(true);
    expect(await facts.getByLabel('Label').inputValue()).not.toBe('');
  });

  test('a reload keeps the row in the form of a child panel', async () => {
    const facts = await openFacts();
    await facts
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await expect.poll(() => facts.getByLabel('Label').inputValue()).not.toBe('');
    const label = await facts.getByLabel('Label').inputValue();
    await page.reload();
    await facts.getByRole('heading', { name: 'Edit fact' }).waitFor();
    await expect.poll(() => facts.getByLabel('Label').inputValue()).toBe(label);
  });

  test('after Reset the close icon closes the panel instead of opening the old row', async () => {
    const values = { friendlyName: 'Ada', twilioPhoneNumber: '+15005550100', isActive: true };
    const account = await api.telephony.clients.save.mutate({
      values: {
        projectName: 'Harbour',
        twilioPhoneNumber: '+15005550006',
        accountSid: `AC${'0'.repeat(32)}`,
        authToken: 'token_of_a_test',
        phoneNumber: '+15005550007',
        isActive: true,
        isDefault: false,
      },
    });
    await api.telephony.contacts.save.mutate({ parentId: account.id, values });
    await office.screen(`twilioclientcontact/${account.id}`, 'Manage Client Contact Detail');
    const edit = await office.open('Edit', 'Edit Client Contact Info');
    await expect.poll(() => edit.getByLabel('Friendly Name').inputValue()).toBe('Ada');
    await edit.getByRole('button', { name: 'Reset' }).click();
    const add = office.panel('Add Client Contact Info');
    await add.waitFor();
    expect(await add.getByLabel('Friendly Name').inputValue()).toBe('');
    await add.getByRole('button', { name: /^Close/ }).click();
    await add.waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).not.toContain('edit=');

    const facts = await openFacts();
    await facts
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await expect.poll(() => facts.getByLabel('Label').inputValue()).not.toBe('');
    await facts.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => facts.getByLabel('Label').inputValue()).toBe('');
    await facts.getByRole('button', { name: 'Close Facts List' }).click();
    await facts.waitFor({ state: 'hidden' });
    expect(page.url()).not.toContain('row=');
  });
});

test('the browser logged no error', () => {
  expect(problems).toEqual([]);
});
