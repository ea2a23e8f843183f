import { z } from 'zod';
import { sameNames } from './request-body.ts';
import { type Caller, type ParsedRoute, route } from './route.ts';

interface PublicForm<Schema extends z.ZodObject> {
  path: string;
  /** Name in the documents, such as `contact form`. */
  name: string;
  body: Schema;
  /** Sends the form; returns the message of a success. */
  send: (caller: Caller, values: z.output<Schema>) => Promise<string>;
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
      return { message: await form.send(caller, values), data: 1 };
    },
  });
}
