import { z } from 'zod';
import { moment } from '../../contract/fields.ts';

// The fields of Trello's answers in use. A missing text or flag gets a default; a record without an id or a place is
// skipped; a missing list fails the read, so that it never counts as empty.

/** Characters kept of a text; Trello's limit is 16,384. */
const maxTextLength = 20_000;

// Characters that no database column, XML or CSV file can hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must name these characters
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

const text = z
  .string()
  .catch('')
  .transform((value) => value.toWellFormed().replace(unstorable, '').slice(0, maxTextLength));
const flag = z.boolean().catch(false);
const trelloId = z
  .string()
  .regex(/^[0-9a-f]{24}$/i)
  .toLowerCase();
const webAddress = text.transform((value) => (/^https?:\/\/[^\s"<>]+$/i.test(value) ? value : ''));

/** The valid records of a list; skips the others. */
function readable<Record extends z.ZodType>(record: Record) {
  return z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row) => {
      const read = record.safeParse(row);
      return read.success ? [read.data] : [];
    }),
  );
}

const board = z.object({
  id: trelloId,
  name: text,
  desc: text,
  url: webAddress,
  closed: flag,
  dateLastActivity: z.string().max(40).nullable().catch(null),
});
export type TrelloBoard = z.output<typeof board>;

const list = z.object({ id: trelloId, name: text, closed: flag, pos: z.number().catch(Number.MAX_VALUE) });
export type TrelloList = z.output<typeof list>;

const label = z.object({ id: trelloId, name: text, color: text });
export type TrelloLabel = z.output<typeof label>;

const field = z.object({ id: trelloId, name: text, type: text });
export type TrelloField = z.output<typeof field>;

const fieldItem = z.object({
  idCustomField: trelloId,
  value: z.object({ number: z.string(), text: z.string(), date: z.string(), checked: z.string() }).partial(),
});

const card = z
  .object({
    id: trelloId,
    idList: trelloId,
    name: text,
    desc: text,
    closed: flag,
    due: moment().nullable().catch(null),
    dateLastActivity: moment().nullable().catch(null),
    idLabels: readable(trelloId).catch([]),
    shortUrl: webAddress,
    url: webAddress,
    customFieldItems: readable(fieldItem).catch([]),
  })
  .transform(({ due, dateLastActivity, url, shortUrl, customFieldItems, ...rest }) => ({
    ...rest,
    url: url || shortUrl,
    date: due === null ? createdAt(rest.id) : new Date(due),
    activityAt: dateLastActivity === null ? createdAt(rest.id) : new Date(dateLastActivity),
    values: valuesOf(customFieldItems),
  }));
export type TrelloCard = z.output<typeof card>;

/** The account's boards. */
export const boardsAnswer = readable(board);
/** The labels of a board, read separately. */
export const labelsAnswer = readable(label);
/** A page of cards. */
export const cardsAnswer = readable(card);
/** A board without its cards. */
export const frameAnswer = z.object({
  lists: readable(list),
  labels: readable(label),
  // Missing on a board without the Custom Fields Power-Up.
  customFields: readable(field).catch([]),
});
/** A board with everything on it. */
export const boardAnswer = frameAnswer.extend({ cards: cardsAnswer });

/** When a record was created: its id starts with the seconds since 1970 in hex. */
export function createdAt(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8), 16) * 1000);
}

/** Values by field id, as Trello writes them; a choice from a list has none. */
function valuesOf(items: z.output<typeof fieldItem>[]): Record<string, string> {
  const found = items.map(({ idCustomField, value }) => [idCustomField, Object.values(value)[0]] as const);
  return Object.fromEntries(found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}
