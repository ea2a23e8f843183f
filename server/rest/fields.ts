import { z } from 'zod';
import type { Session } from '../../core/accounts/sessions.ts';
import { type BodyField, decoded } from './request-body.ts';

/** The reader of a response. */
export interface Viewer {
  publicUrl: string;
  session: Session | null;
}

/** How one column is written and read under its documented names. */
export interface Field<Value> {
  /** Documented name in a save. */
  name: string;
  /** Documented names in a read. */
  output: Record<string, z.ZodType>;
  /** The field of a save, which the contract's rules check. */
  input(rules: z.ZodType): BodyField<unknown>;
  /** A property and not a method: a codec of another type than the column's fails the type check. */
  read: (value: Value, viewer: Viewer, rules: z.ZodType) => Record<string, unknown>;
  /** True for a picture, which a save stores before the record. */
  isPicture?: true;
}

/** Text; numbers become their digits, since number inputs send them (zip, contact number, cost). */
export function text(name: string): Field<string> {
  return {
    name,
    output: { [name]: z.string() },
    input: (rules) => textInput(rules, name),
    read: (value) => ({ [name]: value }),
  };
}

/** Body field of a text. */
export function textInput<Value>(rules: z.ZodType<Value>, ...names: [string, ...string[]]): BodyField<Value> {
  return { names, isBlank, schema: decoded(rules, digitsAsText) };
}

function digitsAsText(raw: unknown): unknown {
  // Above this limit a number's text is no longer its digits.
  return typeof raw === 'number' && Math.abs(raw) < 1e15 ? String(raw) : (raw ?? undefined);
}

function isBlank(raw: unknown): boolean {
  return raw == null || raw === '';
}

/** A flag in a response. */
export const flagOutput = z.literal([0, 1]);
const flagWire = z.union([z.literal([0, 1, '0', '1']), z.boolean()]);
const flags = new Map<unknown, boolean>([
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
]);

/** Yes or No: written as 1/0, "1"/"0" or true/false, read as 1/0 (design, section 5). */
export function flag(name: string): Field<boolean> {
  return {
    name,
    output: { [name]: flagOutput },
    input: (rules) => flagInput(rules, name),
    read: (value) => ({ [name]: asBit(value) }),
  };
}

/** Body field of a flag. */
export function flagInput<Value>(rules: z.ZodType<Value>, name: string): BodyField<Value> {
  const schema = decoded(rules, (raw) => flags.get(raw) ?? raw ?? undefined, flagWire);
  return { names: [name], isBlank, schema };
}

/** A flag as 1 or 0. */
export function asBit(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** Converts digits in a text to their number; other values stay unchanged. */
export function wholeNumber(raw: unknown): unknown {
  return typeof raw === 'string' && /^\s*-?\d{1,15}\s*$/.test(raw) ? Number(raw) : raw;
}

/** Whole number. */
export function count(name: string): Field<number> {
  return {
    name,
    output: { [name]: z.int() },
    input: (rules) => ({
      names: [name],
      isBlank,
      schema: decoded(rules, (raw) => (isBlank(raw) ? undefined : wholeNumber(raw))),
    }),
    read: (value) => ({ [name]: value }),
  };
}

/** A choice, written and read as the position of its value in the list, counted from `start`. */
export function numbered<const Value extends string>(
  name: string,
  values: readonly Value[],
  start: 0 | 1,
): Field<Value> {
  const number = z
    .int()
    .min(start)
    .max(start + values.length - 1)
    .describe(values.map((value, index) => `${index + start} ${value}`).join(', '));
  function decode(raw: unknown): unknown {
    if (isBlank(raw)) return undefined;
    const position = wholeNumber(raw);
    // NaN is no choice: the stored names are not documented and not accepted.
    return (typeof position === 'number' ? values[position - start] : undefined) ?? Number.NaN;
  }
  return {
    name,
    output: { [name]: number },
    input: (rules) => ({ names: [name], isBlank, schema: decoded(rules, decode, number) }),
    read: (value) => ({ [name]: values.indexOf(value) + start }),
  };
}
