import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Workbook } from 'exceljs';
import { expect, test } from 'vitest';
import { amountInName } from '../../core/boards/amount.ts';
import type { Expense, ExpenseReport } from '../../core/boards/report.ts';
import { reportXlsx } from '../../core/boards/report-xlsx.ts';

const run = promisify(execFile);
const soffice = process.env.SOFFICE_PATH ?? 'soffice';

/** Setting of LibreOffice: calculate every formula when a workbook is opened, whatever results the file holds. */
const calculate = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** The rows of each sheet as LibreOffice calculates them, by the sheet's name. */
async function opened(workbook: Buffer, sheets: readonly string[]): Promise<Map<string, string[][]>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-office-'));
  try {
    await mkdir(join(folder, 'profile/user'), { recursive: true });
    await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), calculate);
    await writeFile(join(folder, 'report.xlsx'), workbook);
    // Filter options: tab, no quotes, UTF-8, first row, no types, each sheet in a file of its own.
    const csv = 'csv:Text - txt - csv (StarCalc):9,,76,1,,0,false,false,false,false,false,-1';
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    await run(soffice, [profile, '--headless', '--convert-to', csv, '--outdir', folder, join(folder, 'report.xlsx')], {
      timeout: 60_000,
    });
    const read = async (name: string) => {
      const text = await readFile(join(folder, `report-${name}.csv`), 'utf8');
      return [name, text.split('\n').map((line) => line.split('\t'))] as const;
    };
    return new Map(await Promise.all(sheets.map(read)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const names = ['Hotel $1,234.56', 'Taxi €0.10', 'Train €0.20', 'Refund -12.00', 'Fee $0.01', 'No receipt', 'Hotel $7'];
const categories = ['>5 nights', 'A*', 'A*', '', '>5 nights', 'A*', 'Ab'];

/** A report whose categories a spreadsheet could take for conditions. */
const report: ExpenseReport = {
  title: 'March',
  subtitle: 'Board: Travel',
  scope: 'list',
  notes: 'Date: due date, else creation',
  madeAt: new Date('2026-03-10T12:00:00Z'),
  async *expenses() {
    for (const [place, card] of names.entries())
      yield {
        board: 'Travel',
        list: 'March',
        date: new Date(Date.UTC(2026, 2, 1 + place)),
        dateUsed: 'Due date',
        card,
        description: '',
        labels: '',
        category: categories[place] ?? '',
        amount: amountInName(card),
        url: 'https://trello.com/c/1',
        isArchived: false,
      } satisfies Expense;
  },
};

test('LibreOffice opens the workbook, calculates its formulas, and gets our totals', async () => {
  const workbook = await buffer(reportXlsx(report, () => {}));
  const sheets = await opened(workbook, ['Expenses', 'Totals', 'Without amount']);
  expect(sheets.get('Expenses')?.slice(4, 7)).toEqual([
    ['Date', 'Date Used', 'Card', 'Description', 'Labels', 'Category', 'Amount', 'Currency', 'Link', 'Archived'],
    ['2026-03-01', 'Due date', names[0], '', '', '>5 nights', '1234.56', '$', 'https://trello.com/c/1', 'No'],
    ['2026-03-02', 'Due date', names[1], '', '', 'A*', '0.1', 'EUR', 'https://trello.com/c/1', 'No'],
  ]);
  expect(sheets.get('Totals')?.slice(4, -1)).toEqual([
    ['Category', 'Currency', 'Cards', 'Total'],
    ['>5 nights', '$', '2', '1234.57'],
    ['A*', 'EUR', '2', '0.3'],
    ['Ab', '$', '1', '7'],
    ['No category', 'not given', '1', '-12'],
    ['All', '$', '3', '1241.57'],
    ['All', 'EUR', '2', '0.3'],
    ['All', 'not given', '1', '-12'],
  ]);
  expect(sheets.get('Without amount')?.at(-2)?.[2]).toBe('No receipt');
}, 90_000);

test('the totals follow an amount that an accountant changes', async () => {
  const workbook = new Workbook();
  await workbook.xlsx.load(Uint8Array.from(await buffer(reportXlsx(report, () => {}))).buffer);
  const amount = workbook.getWorksheet('Expenses')?.getCell('G6');
  expect(amount?.value).toBe(1234.56);
  if (amount) amount.value = 1000;
  // The formulas keep their results of before.
  const changed = Buffer.from(await workbook.xlsx.writeBuffer());
  const totals = (await opened(changed, ['Totals'])).get('Totals');
  expect(totals?.slice(5, 7)).toEqual([
    ['>5 nights', '$', '2', '1000.01'],
    ['A*', 'EUR', '2', '0.3'],
  ]);
  expect(totals?.[9]).toEqual(['All', '$', '3', '1007.01']);
}, 90_000);
