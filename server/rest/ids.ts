import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { wholeNumber } from './fields.ts';
import { type BodyField, decoded } from './request-body.ts';

type Names = [string, ...string[]];

/** Absent, null, 0 and "" are no id; digits in a text are a number. */
function decodeId(raw: unknown): unknown {
  const number = wholeNumber(raw);
  return number == null || number === 0 || number === '' ? undefined : number;
}

function idField<Value>(rules: z.ZodType<Value>, wire: z.ZodType, names: Names): BodyField<Value> {
  return { names, isBlank: (raw) => decodeId(raw) === undefined, schema: decoded(rules, decodeId, wire) };
}

const target = z.int().nullish().describe('Left out, null, 0 or empty: a new record is made');

/** The id of a save's record: undefined creates one. */
export function targetId(...names: Names): BodyField<number | undefined> {
  return idField(id.optional(), target, names);
}

/** An id that may be left out. */
export function optionalId(...names: Names): BodyField<number | undefined> {
  return idField(id.optional(), z.int().optional(), names);
}

/** The id of a new record's parent. */
export function parentId(name: string): BodyField<number | undefined> {
  return idField(id.optional(), z.int().optional().describe('Required for a new record'), [name]);
}

/** An id without which nothing is done. */
export function requiredId(...names: Names): BodyField<number> {
  return idField(id, z.int(), names);
}

/** An id without which nothing is done; the message for a missing one has its name. */
export function namedId(name: string): BodyField<number> {
  const rules = z
    .int({ error: ({ input }) => (input === undefined ? `${name} is required` : 'An id is a whole number') })
    .pipe(id);
  return idField(rules, z.int(), [name]);
}
