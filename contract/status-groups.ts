import { z } from 'zod';
import { count, fieldInfo, flag, hinted, id, line, optionalLine } from './fields.ts';

/** Groups of the status page. */
export const maxStatusGroups = 100;

/** Addresses below /status that are pages of the product. */
const takenSlugs = new Set(['confirm', 'subscribe', 'unsubscribe']);
const slugLength = 60;

/** The last part of a group's address. */
const groupSlug = line('Address', slugLength)
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Address takes lower-case letters and digits, with single hyphens between them, such as web-servers',
  )
  .refine((slug) => !takenSlugs.has(slug), 'The product uses this address itself. Choose another one')
  .register(fieldInfo, {
    label: 'Address',
    maxLength: slugLength,
    hint: 'Last part of /status/…: lower-case letters, digits and hyphens.',
  });

/** A group of the status page; without an id a new one. */
export const statusGroupFields = z.object({
  id: id.optional(),
  name: hinted(line('Name', 80), 'Visitors see it as a heading.'),
  slug: groupSlug,
  description: hinted(optionalLine('Description', 300), 'One or two sentences below the name, or empty.'),
  displayOrder: hinted(count('Display order', 0, 10_000), 'Groups with a lower number come first.'),
  /** Shown on /status as a section. A group behind a secret link never is. */
  isShown: flag('Shown on /status'),
  isSecret: flag('Behind a secret link'),
});
