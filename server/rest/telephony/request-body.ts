import { z } from 'zod';
import { castTo } from '../../../contract/cast.ts';
import { flag, text } from '../fields.ts';
import { own, renaming, sentId } from '../request-body.ts';
import type { Caller, RestRoute } from '../route.ts';

export const flagOut = z.literal([0, 1]);
export const optionalId = z.int().nullish().describe('Left out, null, 0 or empty: a new record is made');
export const isActive = flag('IsActive');
export const isDefault = flag('IsDefault');
export const flagIn = isActive.input(z.boolean());

/** A flag as it is read: 1 or 0. */
export const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Documented names of fields, by ours. */
type Names = Record<string, string>;

/** What was sent under the documented names, by ours; digits sent as a number are taken for text. */
export function sentTexts(body: Record<string, unknown>, names: Names): Record<string, unknown> {
  return Object.fromEntries(Object.entries(names).map(([ours, name]) => [ours, text(name).write(own(body, name))]));
}

/** The documented body of a save. */
export function documentedBody(schema: z.ZodObject, names: Names, more: Record<string, z.ZodType>): z.ZodObject {
  const fields = Object.entries(names).map(([ours, name]) => [name, castTo<z.ZodType>(schema.shape[ours])]);
  return z.object({ ...Object.fromEntries(fields), ...more });
}

interface Deletion {
  path: string;
  access: RestRoute['access'];
  /** The id's documented name. */
  key: string;
  /** What it does, in half a sentence. */
  summary: string;
  remove: (caller: Caller, input: never) => Promise<unknown>;
  message: string;
}

/** A path that deletes by id. */
export function deletion({ path, access, key, summary, remove, message }: Deletion): RestRoute {
  return {
    method: 'POST',
    path: `/api/twilio/${path}`,
    access,
    summary,
    body: z.object({ [key]: z.int() }),
    data: z.int().describe('The id that was deleted'),
    async answer({ body, caller }) {
      const id = sentId(body, [key, key.toLowerCase()]);
      // What was sent is unknown here; the procedure's schema judges it.
      await renaming({ id: key }, () => remove(caller, castTo<never>({ id })));
      return { message, data: id };
    },
  };
}
