import {
  findByRole,
  findByText,
  getByLabelText,
  getByRole,
  getByText,
  queryByText,
  screen,
  waitFor,
  within,
} from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DomServer, openBackOffice, startDomServer } from '../fixture/dom.ts';
import { trpcClient } from '../fixture/trpc.ts';

let server: DomServer;
let office: Awaited<ReturnType<typeof openBackOffice>>;
beforeAll(async () => {
  server = await startDomServer();
  office = await openBackOffice(server);
});
afterAll(() => server.stop());

/** Opens the form of a screen's first row. */
async function openForm(path: string, title: string, panel: string): Promise<HTMLElement> {
  await office.open(path, title);
  const [button] = await screen.findAllByRole('button', { name: /^Edit / });
  if (button) await office.user.click(button);
  const form = await screen.findByRole('dialog', { name: panel });
  // The first form loads its inputs.
  await findByRole(form, 'button', { name: 'Save' });
  return form;
}

test('buttons are named by the text of a row, never by the hash of its picture', async () => {
  await office.open('company', 'Company Detail');
  await screen.findByRole('button', { name: 'Edit Tidewright' });
  await screen.findByRole('button', { name: /^Social links of Tidewright/ });
});

describe('the look of the page, in the form of the company', () => {
  test('is a closed part of the form; drawings and samples are named choices', async () => {
    const form = await openForm('company', 'Company Detail', 'Edit Company Detail');
    expect(queryByText(form, 'Second Colour')).toBe(null);
    await office.user.click(getByText(form, 'Look of the page'));
    await findByRole(form, 'radiogroup', { name: 'Typefaces' });
    const group = (name: string) => within(form).getByRole('radiogroup', { name });
    const chosen = (name: string) =>
      within(group(name))
        .getAllByRole<HTMLInputElement>('radio')
        .flatMap((radio) => (radio.checked ? radio.closest('label')?.textContent : []));
    expect([chosen('Corners'), chosen('Density')]).toEqual([['Soft'], ['Airy']]);
    await waitFor(() => expect(chosen('Typefaces')[0]).toContain('Bricolage Grotesque and Instrument Sans'));
    await office.user.click(within(group('Corners')).getByText('Square'));
    await office.user.click(within(group('Typefaces')).getByText('Warm'));
    await office.user.click(getByRole(form, 'button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    const api = trpcClient(server.address, server.adminToken);
    const [company] = await api.company.heading.list.query({});
    expect(company).toMatchObject({ corners: 'square', typeface: 'fraunces', density: 'airy' });
  });

  test('says in which shades the page draws a colour, only where they differ', async () => {
    const form = await openForm('company', 'Company Detail', 'Edit Company Detail');
    const field = getByLabelText<HTMLInputElement>(form, 'Accent Colour');
    const write = async (color: string) => {
      await office.user.clear(field);
      await office.user.type(field, color);
    };
    await write('#f5b942');
    await findByText(form, 'Text in this colour is drawn darker (#886105) so that it can be read.');
    expect(queryByText(form, /On dark grounds|Buttons in this colour/)).toBe(null);
    await write('#14535f');
    await findByText(form, /^On dark grounds, text in this colour is drawn lighter \(#[0-9a-f]{6}\)/);
    expect(queryByText(form, /drawn darker/)).toBe(null);
    await write('#14');
    expect(queryByText(form, /drawn/)).toBe(null);
    await write('#ffffff');
    await findByText(form, /^Buttons in this colour are drawn darker/);
    await office.user.clear(field);
    await office.user.click(getByRole(form, 'button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });
});

describe('a text over its limit', () => {
  test('stays whole, with a counter from 80 % of the limit and a message beyond it, and is not sent', async () => {
    const form = await openForm('promo', 'Promotion Detail', 'Edit Promotion Detail');
    const title = getByLabelText<HTMLInputElement>(form, 'Title');
    const write = async (length: number) => {
      await office.user.clear(title);
      await office.user.click(title);
      await office.user.paste('x'.repeat(length));
    };
    await write(127);
    expect(queryByText(form, /of 160 characters/)).toBe(null);
    await write(128);
    await findByText(form, '128 of 160 characters');
    expect(title.getAttribute('aria-invalid')).not.toBe('true');
    await write(165);
    await findByText(form, 'Title takes at most 160 characters; this text has 165');
    await findByText(form, '165 of 160 characters');
    // Announced after a pause.
    const announced = await findByText(form, '5 characters too many');
    expect(announced.getAttribute('aria-live')).toBe('polite');
    expect([title.value.length, title.getAttribute('aria-invalid')]).toEqual([165, 'true']);
    expect(title.getAttribute('dir')).toBe('auto');
    await office.user.click(getByRole(form, 'button', { name: 'Save' }));
    expect(document.activeElement).toBe(title);
    expect(title.value).toHaveLength(165);
    await write(160);
    await waitFor(() => expect(queryByText(form, /takes at most/)).toBe(null));
    expect(title.getAttribute('aria-invalid')).not.toBe('true');
    await office.user.click(getByRole(form, 'button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('describes its input by the counter and the hint', async () => {
    const form = await openForm('company', 'Company Detail', 'Edit Company Detail');
    const described = (label: string) =>
      (getByLabelText(form, label).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ');
    expect(described('IsActive')).toBe('Shown on the page');
    const copyright = getByLabelText<HTMLInputElement>(form, 'Copyright Text');
    expect(described('Copyright Text')).toBe('The last line of the page');
    await office.user.clear(copyright);
    await office.user.click(copyright);
    await office.user.paste('x'.repeat(250));
    await waitFor(() => expect(described('Copyright Text')).toBe('The last line of the page 250 of 300 characters'));
    await office.user.keyboard('{Escape}');
    await office.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('a number too large to store is refused in words', async () => {
    await office.open('facts', 'Facts Detail');
    await office.user.click(await screen.findByRole('button', { name: /^Facts of/ }));
    const form = await screen.findByRole('dialog', { name: 'Facts List' });
    await office.user.click(await findByRole(form, 'button', { name: 'Add' }));
    await findByRole(form, 'button', { name: 'Reset' });
    await office.user.type(getByLabelText(form, 'Label'), 'Grains of sand');
    await office.user.type(getByLabelText(form, 'Count'), '20000000000000000000');
    await office.user.click(getByRole(form, 'button', { name: 'Save' }));
    await findByText(form, 'Count must be at most 2000000000');
    await office.user.click(getByRole(form, 'button', { name: 'Reset' }));
  });
});

test('a refused picture is explained beside its field until another one is chosen', async () => {
  const form = await openForm('services', 'Services Detail', 'Services Detail');
  const [input] = form.querySelectorAll<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  // A user can choose any file, whatever the dialog suggests.
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(input, new File(['GIF89a'], 'wave.gif', { type: 'image/gif' }));
  const area = getByRole(form, 'button', { name: /Background Image …$/ }).closest('.mantine-InputWrapper-root');
  if (!(area instanceof HTMLElement)) throw new Error('no field');
  await findByText(area, 'Please upload PNG or JPEG file');
  // This document cannot make pictures smaller.
  const large = new File([new Uint8Array(1_600_000)], 'sea.png', { type: 'image/png' });
  await user.upload(input, large);
  await findByText(area, 'Max 5Mb allowed.');
  // The server's refusal: no picture, whatever its name says.
  await user.upload(input, new File(['no picture'], 'sea.png', { type: 'image/png' }));
  await waitFor(() => expect(queryByText(area, 'Max 5Mb allowed.')).toBe(null));
  await waitFor(() => expect(area.querySelector('.mantine-InputWrapper-error')?.textContent).toBeTruthy());
});
