import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import type { Caller, RestRoute } from './route.ts';

interface PublicForm {
  path: string;
  /** What it is called: `contact form`. */
  name: string;
  body: z.ZodObject;
  /** What is taken goes here; the procedure's schema judges it. */
  send: (caller: Caller, sent: never) => Promise<unknown>;
  /** Says that it was taken. */
  message: string;
  /** Title of the page that browsers without script get. */
  title: string;
}

/** A form of the public page, which anyone may post (design, section 6). */
export function publicForm({ path, name, body, send, message, title }: PublicForm): RestRoute {
  return {
    method: 'POST',
    path,
    access: 'public',
    summary: `The public ${name}, as JSON or as a form; \`website\` stays empty`,
    body,
    data: z.literal(1),
    form: { title },
    async answer(call) {
      await send(call.caller, castTo<never>(call.body));
      return { message, data: 1 };
    },
  };
}
