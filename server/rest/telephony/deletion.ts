import { z } from 'zod';
import { requiredId } from '../ids.ts';
import { requestBody } from '../request-body.ts';
import { type Caller, type ParsedRoute, route } from '../route.ts';

interface Deletion {
  path: string;
  access: ParsedRoute['access'];
  /** Documented name of the id. */
  key: string;
  /** Half a sentence for the documents. */
  summary: string;
  remove: (caller: Caller, input: { id: number }) => Promise<unknown>;
  message: string;
}

/** A path that deletes by id. */
export function deletion({ path, access, key, summary, remove, message }: Deletion): ParsedRoute {
  return route({
    method: 'POST',
    path: `/api/twilio/${path}`,
    access,
    summary,
    input: requestBody({ id: requiredId(key, key.toLowerCase()) }),
    output: z.int().describe('The id that was deleted'),
    async handle({ caller }, { id }) {
      await remove(caller, { id });
      return { message, data: id };
    },
  });
}
