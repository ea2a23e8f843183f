import { z } from 'zod';
import { hash } from './image-hash.ts';
import type { ImageSlot } from './images.ts';

/** A field's label on screen and, for a picture, the slot whose rules it follows. */
export interface FieldInfo {
  label: string;
  slot?: ImageSlot;
  /** Longest text the field takes, in characters. */
  maxLength?: number;
  /** Explains a label that is not plain; shown below the input. */
  hint?: string | undefined;
}

/** Registry of every field's label and limits by its schema. */
export const fieldInfo = z.registry<FieldInfo>();

/** Label and limits of a field. A field with a default keeps them on the inner schema. */
export function infoOf(field: z.core.$ZodType | undefined): FieldInfo | undefined {
  if (!field) return undefined;
  return fieldInfo.get(field) ?? (field instanceof z.ZodDefault ? fieldInfo.get(field.unwrap()) : undefined);
}

/** The field with a sentence that explains its label. */
export function hinted<Schema extends z.core.$ZodType>(field: Schema, hint: string): Schema {
  const info = infoOf(field);
  if (!info) throw new TypeError('A hint needs a field with a label');
  fieldInfo.add(field, { ...info, hint });
  return field;
}

// Refused: NUL, which Postgres cannot store; control characters except tab and line breaks; and lone surrogates (checked
// below), which databases replace.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must name these characters
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Message for a text over its limit. */
export function overLimit(label: string, maxLength: number, text: string): string {
  return `${label} takes at most ${maxLength} characters; this text has ${text.length}`;
}

function storable(label: string, maxLength: number) {
  // The length is checked first and ends the check: patterns must not see a long text.
  return z
    .string({ error: (issue) => (issue.input == null ? `${label} is required` : `${label} must be text`) })
    .trim()
    .max(maxLength, { error: ({ input }) => overLimit(label, maxLength, String(input)), abort: true })
    .refine(
      (text) => !unstorable.test(text) && text.isWellFormed(),
      `${label} contains characters that cannot be stored`,
    );
}

/** Required text of one line, at most `maxLength` characters. */
export function line(label: string, maxLength = 200) {
  return paragraph(label, maxLength)
    .refine((text) => !/[\r\n]/.test(text), `${label} must be one line`)
    .register(fieldInfo, { label, maxLength });
}

/** Text of one line that may stay empty. */
export function optionalLine(label: string, maxLength = 200) {
  return storable(label, maxLength).default('').register(fieldInfo, { label, maxLength });
}

/** Required text of several lines, at most `maxLength` characters. */
export function paragraph(label: string, maxLength = 4000) {
  return storable(label, maxLength).min(1, `${label} is required`).register(fieldInfo, { label, maxLength });
}

/** Required Yes or No (specification, section 4: 1 = Yes). */
export function flag(label: string) {
  return z.boolean({ error: `${label} must be Yes or No` }).register(fieldInfo, { label });
}

/** The active flag of a row of the page; the hint says what the page does with active rows. */
export function activeFlag(hint = 'Shown on the page') {
  return hinted(flag('IsActive'), hint);
}

/** Required whole number from `min` to `max`. */
export function count(label: string, min = 0, max = 2_000_000_000) {
  const tooLarge = `${label} must be at most ${max}`;
  return z
    .int({
      error: ({ input }) => {
        if (input == null) return `${label} is required`;
        // Above 2^53 a number is no integer for zod.
        return typeof input === 'number' && input > max ? tooLarge : `${label} must be a whole number`;
      },
    })
    .min(min, `${label} must be at least ${min}`)
    .max(max, tooLarge)
    .register(fieldInfo, { label });
}

/** Required digits, stored as text to keep leading zeros; `plus` allows a leading plus. */
export function digits(label: string, maxLength: number, plus = false) {
  const pattern = plus ? /^\+?\d*$/ : /^\d*$/;
  return line(label, maxLength).regex(pattern, `${label} takes digits only`).register(fieldInfo, { label, maxLength });
}

/** Required e-mail address of at most 254 characters. */
export function email(label = 'Email') {
  return storable(label, 254)
    .min(1, `${label} is required`)
    .refine((text) => text === '' || z.email().safeParse(text).success, `${label} must be a valid e-mail address`)
    .register(fieldInfo, { label, maxLength: 254 });
}

/** A colour as `#rrggbb`, or empty for the default; undefined keeps the stored one. */
export function color(label: string) {
  return storable(label, 7)
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, `${label} must be a colour such as #14535f`)
    .optional()
    .register(fieldInfo, { label, maxLength: 7 });
}

/** An IANA time zone such as Europe/Berlin; undefined keeps the stored one. */
export function timeZone(label: string) {
  return storable(label, 64)
    .refine(isTimeZone, `${label} must be an IANA time zone such as Europe/Berlin`)
    .optional()
    .register(fieldInfo, { label, maxLength: 64 });
}

/** True for a zone's name; an offset such as +01:00 is none, although Intl accepts it. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Required choice of one of the given values. */
export function choice<const Values extends readonly [string, ...string[]]>(label: string, values: Values) {
  return z
    .enum(values, {
      error: (issue) =>
        issue.input == null || issue.input === ''
          ? `${label} is required`
          : `${label} must be one of the listed choices`,
    })
    .register(fieldInfo, { label });
}

/** A stored picture that follows its slot's rules; null removes it, undefined keeps it (design, section 5). */
export function image(label: string, slot: ImageSlot) {
  const message = `${label} must be an uploaded picture`;
  const field = z.union([hash, z.null()], { error: message }).optional().register(fieldInfo, { label, slot });
  return slot.recommended ? hinted(field, `At least ${slot.recommended.replace('*', ' × ')} looks best.`) : field;
}

/** A point in time as ISO text. Years 0000 and 9999 are refused: with an offset they could leave the four-digit range. */
export function moment(message?: string) {
  return z
    .string({ error: message })
    .max(40, { error: message, abort: true })
    .check(z.iso.datetime({ offset: true, error: message, abort: true }))
    .regex(/^(?!0000|9999)/, message);
}

/** A row's version: the number of its saves. A save sends the version it is based on. */
export const version = z.int().positive().max(2_147_483_647);

/** Idempotency key of a save: at least 128 random bits. Saves with one key create one row. */
export const saveKey = z.string().regex(/^[\w-]{22,64}$/, 'A key is 22 to 64 letters, digits, - or _');

/** A row's id: a positive 32-bit whole number. */
export const id = z
  .int('An id is a whole number')
  .positive('An id is positive')
  .max(2_147_483_647, 'This id is too large');

/** An id as a part of an address. */
export const rowId = z.coerce.number().pipe(id);
