import type { RecordPath } from '../../../../server/content/router.ts';
import type { Finding, Rule } from '../finding.ts';
import { itemsOf } from '../items.ts';

const heading = { title: 75, subTitle: 145 };

/**
 * Characters that look well, by record and field: characters of a line on a phone (375 px), measured with the default
 * typefaces, times the lines that the place has room for. Longer texts are complete on the page, but push the rest away.
 */
const comfortable: Partial<Record<RecordPath, Readonly<Record<string, number>>>> = {
  'menu.items': { text: 20 },
  'hero.heading': { title: 75, subTitle: 140, description: 400 },
  'hero.buttons': { text: 30 },
  'features.heading': heading,
  'features.items': { name: 40, description: 280 },
  'descriptions.items': { title: 60 },
  'services.heading': heading,
  'services.items': { name: 40, description: 280 },
  'pricing.heading': heading,
  'pricing.plans': { title: 44, cost: 28, buttonText: 30, tagValue: 26 },
  'pricing.features': { text: 60 },
  'subscribe.heading': heading,
  'clients.heading': heading,
  'facts.heading': heading,
  'facts.items': { label: 40 },
  'projects.heading': heading,
  'projects.items': { title: 62 },
  'team.heading': heading,
  'team.members': { designation: 40, description: 260 },
  'presentation.heading': heading,
  'customers.heading': heading,
  'customers.items': { designation: 60 },
  'customers.feedback': { text: 400 },
  'promo.heading': heading,
  'contactForm.heading': heading,
  'contactDetails.heading': heading,
  'contactDetails.lines': { name: 52, description: 140 },
};

/** Texts that are longer than their place on the page shows well. */
export const longTexts: Rule = (content) =>
  itemsOf(content).flatMap(({ path, id, name, fields }) =>
    fields.flatMap(({ name: field, info, value }): Finding[] => {
      const limit = comfortable[path]?.[field];
      if (limit === undefined || typeof value !== 'string' || value.length <= limit) return [];
      return [
        {
          severity: 'advice',
          text: `${info.label} of the ${name} is long for its place: ${value.length} characters.`,
          advice: `Up to ${limit} characters look well on a phone.`,
          item: { path, id },
          field,
        },
      ];
    }),
  );

/** Words that stand where the real text is still to come. */
const placeholder = /\b(?:[Ll]orem ipsum|dolor sit amet|TODO|TBD|FIXME|[Xx]{4,}|asdf)/;

/** Texts that were never replaced by the real ones. */
export const placeholderTexts: Rule = (content) =>
  itemsOf(content).flatMap(({ path, id, name, fields }) =>
    fields.flatMap(({ name: field, info, value }): Finding[] => {
      const words = typeof value === 'string' ? placeholder.exec(value)?.[0] : undefined;
      if (words === undefined) return [];
      return [
        {
          severity: 'problem',
          text: `${info.label} of the ${name} still has placeholder text: “${words}”.`,
          advice: 'Write the real text.',
          item: { path, id },
          field,
        },
      ];
    }),
  );
