import { z } from 'zod';
import { sameNames } from './request-body.ts';
import { type Caller, type ParsedRoute, route } from './route.ts';

interface PublicForm<Schema extends z.ZodObject> {
  path: string;
  /** Name in the documents, such as `contact form`. */
  name: string;
  body: Schema;
  send: (caller: Caller, values: z.output<Schema>) => Promise<unknown>;
  /** Message of a success. */
  message: string;
  /** Title of the page for browsers without script. */
  title: string;
}

/** A form of the public page, which anyone may post (design, section 6). */
export function publicForm<Schema extends z.ZodObject>(form: PublicForm<Schema>): ParsedRoute {
  return route({
    method: 'POST',
    path: form.path,
    access: 'public',
    summary: `The public ${form.name}, as JSON or as a form; \`website\` stays empty`,
    input: sameNames(form.body),
    output: z.literal(1),
    form: { title: form.title },
    async handle({ caller }, values) {
      await form.send(caller, values);
      return { message: form.message, data: 1 };
    },
  });
}
