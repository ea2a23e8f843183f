import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import type { RestRecord } from '../../server/rest/record.ts';
import type { RecordPaths } from '../../server/rest/record-routes.ts';
import { restSections } from '../../server/rest/registry.ts';
import { wireSchemaOf } from '../../server/rest/request-body.ts';
import type { Rest } from './setup.ts';

/** Every record with documented paths, by the path that saves it. */
export const everyRecord: readonly RecordPaths[] = restSections.flatMap((section) => section.records);

// The first that a field's rules take is its sample, so the plainest come first.
const candidates = [
  [
    'Plain words',
    'https://harbour.example/a',
    'a@harbour.example',
    '12345',
    1,
    'features',
    'https://www.youtube.com/watch?v=aaaaaaaaaaa',
    mapFrame('https://www.google.com/maps/embed?pb=1'),
    'code-0123456789-a',
    '#14535f',
    'Europe/Berlin',
  ],
  [
    'Other words',
    'https://harbour.example/b',
    'b@harbour.example',
    '54321',
    2,
    0,
    'team',
    'https://vimeo.com/12345',
    mapFrame('https://www.google.com/maps/embed?pb=2'),
    'code-0123456789-b',
    '#f5b942',
    'America/New_York',
  ],
];

function mapFrame(address: string): string {
  return `<iframe src="${address}" width="100%" height="644" loading="lazy"></iframe>`;
}

/** A valid value of a field; `turn` chooses between two. */
function sample(name: string, rules: z.ZodType, turn: 0 | 1): unknown {
  const wire = wireSchemaOf(rules) ?? rules;
  const { enum: choices = [] } = z.toJSONSchema(wire, { io: 'input', unrepresentable: 'any' });
  const values = [choices.at(turn), ...(candidates[turn] ?? [])];
  const found = values.find((value) => value !== undefined && isValid(wire, value) && isValid(rules, value));
  if (found === undefined) throw new Error(`No sample fits ${name}: add one to tests/rest/samples.ts`);
  return found;
}

function isValid(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

/** Names of the fields a save cannot do without, and of all but ids and pictures. */
export function fieldNames(record: RestRecord): { required: string[]; all: string[] } {
  const fields = [...record.fields.values()].filter((field) => !field.isPicture);
  const all = fields.map((field) => field.name);
  return { all, required: all.filter((name) => !rulesOf(record, name).safeParse(undefined).success) };
}

/** The documented rules of a field in a save. */
export function rulesOf(record: RestRecord, name: string): z.ZodType {
  const rules = record.body.schema.shape[name];
  if (!rules) throw new Error(`${name} is not in the body`);
  return rules;
}

/** Valid values of a record's fields under their documented names, active. */
export function sampleBody(record: RestRecord, turn: 0 | 1 = 0): Record<string, unknown> {
  const values = fieldNames(record).all.map((name) => [name, sample(name, rulesOf(record, name), turn)]);
  return { ...Object.fromEntries(values), IsActive: 1 };
}

/** The paths of the record that the given one belongs to. */
export function parentOf({ definition }: RestRecord): RecordPaths | undefined {
  return everyRecord.find((paths) => paths.record.definition === definition.parent);
}

/** Adds the SMS accounts that samples of clients name: a restored client keeps its account only if the account exists. */
export async function addSampleAccounts({ deps }: Rest, ids: readonly number[]): Promise<void> {
  const account = {
    clientName: 'Harbour',
    projectName: 'Boats',
    twilioPhoneNumber: '+15005550006',
    phoneNumber: '+15005550007',
    accountSid: 'AC',
    authToken: 'never opened here',
    isDefault: false,
    isActive: true,
    createdAt: deps.now(),
  };
  await deps.db.insert(telephonyClients).values(ids.map((id) => ({ ...account, id })));
}

/** A saved record, the parents made for it, and the body it was saved with. */
export interface Made {
  id: number;
  body: Record<string, unknown>;
  parent: Made | null;
}

/** Saves a sample of a record, with parents of its own. */
export async function make(rest: Rest, paths: RecordPaths): Promise<Made> {
  const { record } = paths;
  const parentPaths = parentOf(record);
  const parent = parentPaths ? await make(rest, parentPaths) : null;
  const body = { ...sampleBody(record), ...(record.parent === null || !parent ? {} : { [record.parent]: parent.id }) };
  return { id: await rest.save(paths.save, body), body, parent };
}

/** The record as the back office reads it, inactive or not; undefined when it is gone. */
export async function find(rest: Rest, paths: RecordPaths, made: Made): Promise<Record<string, unknown> | undefined> {
  return (await allOf(rest, paths, made)).find((row) => row[paths.record.ids[0] ?? ''] === made.id);
}

async function allOf(rest: Rest, paths: RecordPaths, made: Made): Promise<Record<string, unknown>[]> {
  if (paths.read !== undefined) return rest.read(`${paths.read}?all=true`, 'admin');
  if (!paths.listOf || !made.parent || paths.record.parent === null) throw new Error(`${paths.save} cannot be read`);
  const answer = await rest.call('POST', `/api/${paths.listOf[0]}`, {
    as: 'admin',
    body: { [paths.record.parent]: made.parent.id },
  });
  return Array.isArray(answer.Data) ? answer.Data : [];
}

/** True when a visitor can read the record, by its own path or inside its parent. */
export async function isPublic(rest: Rest, paths: RecordPaths, made: Made): Promise<boolean> {
  const [idName = ''] = paths.record.ids;
  const rows = paths.read === undefined ? await nestedRows(rest, paths) : await rest.read(paths.read);
  return rows.some((row) => row[idName] === made.id);
}

async function nestedRows(rest: Rest, paths: RecordPaths): Promise<Record<string, unknown>[]> {
  const parent = parentOf(paths.record);
  const name = [...(parent?.record.nested ?? [])].find(([, child]) => child === paths.record)?.[0];
  if (parent?.read === undefined || name === undefined) throw new Error(`${paths.save} is read nowhere`);
  const lists = (await rest.read(parent.read)).map((row) => castTo<Record<string, unknown>[]>(row[name]));
  return lists.flat();
}
