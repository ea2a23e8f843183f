import { expect, test } from 'vitest';
import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { googleMapsEmbed } from '../../contract/map.ts';
import { parseVideo } from '../../contract/video.ts';
import { routeGroups } from '../../server/rest/registry.ts';
import { appRouter } from '../../server/trpc/app-router.ts';

const length = 2_000_000;
const fill = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Texts of two megabytes on which patterns that backtrack take minutes. */
const hostileTexts = ['<iframe ', ' src="', ' ', 'a@a.', '1,', 'https://a', '/'].map(fill);

const procedures = castTo<Record<string, { _def: { inputs: unknown[] } }>>(appRouter._def.procedures);
const schemas = [
  ...routeGroups
    .flatMap(({ routes }) => routes)
    .map((route) => ({
      name: `${route.path}`,
      schema: route.kind === 'parsed' ? route.body : route.documents.body?.schema,
    })),
  ...Object.entries(procedures).flatMap(([name, { _def }]) => _def.inputs.map((schema) => ({ name, schema }))),
].flatMap(({ name, schema }) => (schema instanceof z.ZodType ? [{ name, schema }] : []));

/** A value of the schema's shape with the text in every field. */
function filled(schema: unknown, text: string): unknown {
  if (!(schema instanceof z.ZodObject)) return text;
  return Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [key, filled(field, text)]));
}

/** The processor's milliseconds of the work: the machine may be busy with other tests. */
function timed(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1000;
}

test('no schema takes longer than a second to refuse two megabytes of hostile text in every field', () => {
  expect(schemas.length).toBeGreaterThan(150);
  const slow: string[] = [];
  for (const { name, schema } of schemas) {
    for (const text of hostileTexts) {
      const value = filled(schema, text);
      const duration = timed(() => schema.safeParse(value));
      if (duration > 1000) slow.push(`${name} takes ${duration} ms for ${JSON.stringify(text.slice(0, 20))}`);
    }
  }
  expect(slow).toEqual([]);
});

test('links of maps and videos are parsed in linear time, whatever the caller has checked', () => {
  for (const text of hostileTexts) {
    for (const parse of [parseVideo, googleMapsEmbed]) expect(timed(() => parse(text))).toBeLessThan(500);
  }
});

test('embed code is read with any quotes, order and case', () => {
  const address = 'https://www.google.com/maps/embed?pb=1';
  for (const code of [
    `<iframe src="${address}" width="600"></iframe>`,
    `text <IFRAME width='600'\n SRC = '${address}'>`,
    `<iframe data-src="https://x.example" src="${address}">`,
    ` ${address} `,
  ])
    expect(googleMapsEmbed(code)).toBe(address);
  expect(googleMapsEmbed(`<iframe width="1"> src="${address}"`)).toBeNull();
  expect(parseVideo('<iframe allow="x" src="https://player.vimeo.com/video/76979871?h=1"></iframe>')).toEqual({
    kind: 'vimeo',
    id: '76979871',
  });
});
