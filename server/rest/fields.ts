import { z } from 'zod';
import { fieldInfo } from '../../contract/fields.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import { type ImageSlot, imageUrl } from '../../contract/images.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import { invalid } from '../../core/errors.ts';
import { saveDataUrl } from '../../core/images/data-url.ts';
import type { Dependencies } from '../dependencies.ts';

/** For whom an answer is written. */
export interface Viewer {
  publicUrl: string;
  session: Session | null;
}

/** How one column travels: its documented name in a save, its documented names in a read, and the values of each. */
export interface Field<Value> {
  /** The name in a save. */
  name: string;
  /** The names in a read. */
  output: Record<string, z.ZodType>;
  /** What a save may send, given the contract's rules for the column. */
  input(rules: z.ZodType): z.ZodType;
  /**
   * What was sent, as the contract's rules expect it; what fits nothing is passed on for them to refuse.
   * Undefined counts as left out.
   */
  write(sent: unknown): unknown;
  /** A property and not a method, so that a codec of another type does not fit the column. */
  read: (value: Value, viewer: Viewer, rules: z.ZodType) => Record<string, unknown>;
  /** Stores what was sent as a picture. Throws 400 with the column's message. */
  upload?(deps: Dependencies, rules: z.ZodType, column: string, sent: unknown): Promise<ImageHash>;
}

/** Text; a number is taken for its digits, as number inputs send them (zip, contact number, cost). */
export function text(name: string): Field<string> {
  return {
    name,
    output: { [name]: z.string() },
    input: (rules) => rules,
    // Beyond this a number's text is no longer its digits.
    write: (sent) => (typeof sent === 'number' && Math.abs(sent) < 1e15 ? String(sent) : (sent ?? undefined)),
    read: (value) => ({ [name]: value }),
  };
}

const sentFlag = z.union([z.literal([0, 1, '0', '1']), z.boolean()]);
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
    output: { [name]: z.literal([0, 1]) },
    input: (rules) => (rules.safeParse(undefined).success ? sentFlag.optional() : sentFlag),
    write: (sent) => flags.get(sent) ?? sent ?? undefined,
    read: (value) => ({ [name]: value ? 1 : 0 }),
  };
}

/** Digits sent as text become the number they say; everything else stays what it is. */
export function wholeNumber(sent: unknown): unknown {
  return typeof sent === 'string' && /^\s*-?\d{1,15}\s*$/.test(sent) ? Number(sent) : sent;
}

/** Whole number. */
export function count(name: string): Field<number> {
  return {
    name,
    output: { [name]: z.int() },
    input: (rules) => rules,
    write: (sent) => (sent == null || sent === '' ? undefined : wholeNumber(sent)),
    read: (value) => ({ [name]: value }),
  };
}

/** A choice that travels as the place of its value in the list, counted from `start`. */
export function numbered<const Value extends string>(
  name: string,
  values: readonly Value[],
  start: 0 | 1,
): Field<Value> {
  const number = z
    .int()
    .min(start)
    .max(start + values.length - 1)
    .describe(values.map((value, place) => `${place + start} ${value}`).join(', '));
  return {
    name,
    output: { [name]: number },
    input: (rules) => (rules.safeParse(undefined).success ? number.optional() : number),
    write(sent) {
      if (sent == null || sent === '') return undefined;
      const place = wholeNumber(sent);
      // NaN is no choice: the stored names themselves are not documented and so not taken.
      return (typeof place === 'number' ? values[place - start] : undefined) ?? Number.NaN;
    },
    read: (value) => ({ [name]: values.indexOf(value) + start }),
  };
}

const uploadedFile = z
  .object({ Name: z.string(), ImageBase64: z.string().describe('The picture as a data URL') })
  .nullish()
  .describe('Left out or empty: the picture stays as it is');

/** A picture: sent as `{Name, ImageBase64}` under `name`, read as an address under each of `addresses`. */
export function picture(name: string, ...addresses: string[]): Field<ImageHash | null> {
  const address = z.string().describe('Address of the picture, empty without one');
  return {
    name,
    output: Object.fromEntries(addresses.map((output) => [output, address])),
    input: () => uploadedFile,
    write: (sent) => (isBlankFile(sent) ? undefined : sent),
    read(hash, viewer, rules) {
      const url = hash === null ? '' : viewer.publicUrl + imageUrl(hash, Math.max(...slotOf(rules).widths));
      return Object.fromEntries(addresses.map((output) => [output, url]));
    },
    async upload(deps, rules, column, sent) {
      const file = z.object({ Name: z.string().default(''), ImageBase64: z.string() }).safeParse(sent);
      if (!file.success) throw invalid({ [column]: 'A picture is sent as {Name, ImageBase64}' });
      return saveDataUrl(deps, slotOf(rules), column, file.data);
    },
  };
}

function slotOf(rules: z.ZodType): ImageSlot {
  const slot = fieldInfo.get(rules)?.slot;
  if (!slot) throw new TypeError('this column is not a picture');
  return slot;
}

/** Null, an empty object and blank strings count as empty (specification, section 5: Empty check). */
function isBlankFile(sent: unknown): boolean {
  if (sent == null || sent === '') return true;
  if (typeof sent !== 'object' || Array.isArray(sent)) return false;
  const bytes = 'ImageBase64' in sent ? sent.ImageBase64 : undefined;
  return bytes == null || (typeof bytes === 'string' && bytes.trim() === '');
}
