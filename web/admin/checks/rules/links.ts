import { linkHref } from '../../../../contract/links.ts';
import { pageSections, sectionFacts } from '../../../../contract/sections.ts';
import { parseVideo } from '../../../../contract/video.ts';
import { visibleContent } from '../../../landing/visible-content.ts';
import type { Finding, Rule } from '../finding.ts';
import { itemsOf } from '../items.ts';

/** Links to sections that the page does not show, and addresses without encryption. */
export const brokenLinks: Rule = (content) => {
  const visible = visibleContent(content);
  const hidden = new Map(
    pageSections.filter(({ key }) => visible[key] === null).map(({ key, anchor }) => [`#${anchor}`, sectionFacts(key)]),
  );
  return itemsOf(content).flatMap(({ path, id, name, fields }): Finding[] =>
    fields.flatMap(({ name: field, value }): Finding[] => {
      if (!/link$/i.test(field) || typeof value !== 'string') return [];
      const section = hidden.get(linkHref(value));
      if (section) {
        const isPlan = path === 'pricing.plans';
        const effect = isPlan ? 'The card has no button' : 'The page leaves the entry out';
        const text = `The link of the ${name} leads to ${section.title}, which the page does not show. ${effect}.`;
        const advice = `Show ${section.title}, or choose another link.`;
        return [{ severity: 'problem', text, advice, item: { path, id }, field }];
      }
      if (!/^http:/i.test(value)) return [];
      const text = `The link of the ${name} starts with http:// and is not encrypted.`;
      const advice = 'Use https:// if the other site has it. Browsers warn their users otherwise.';
      return [{ severity: 'advice', text, advice, item: { path, id }, field }];
    }),
  );
};

/** Texts in place of addresses, which lead nowhere, and addresses of videos that the page cannot play. */
export const unreadableLinks: Rule = (content) =>
  itemsOf(content).flatMap(({ path, id, name, fields }): Finding[] =>
    fields.flatMap(({ name: field, value }): Finding[] => {
      if (!/link$/i.test(field) || typeof value !== 'string' || value === '') return [];
      const found = { severity: 'problem', item: { path, id }, field } as const;
      if (path === 'presentation.videos')
        return parseVideo(value)
          ? []
          : [
              {
                ...found,
                text: `The page cannot play the ${name}, and leaves it out.`,
                advice: 'Use the address of a video on YouTube or Vimeo.',
              },
            ];
      if (/^[#/]/.test(linkHref(value)) || URL.canParse(value)) return [];
      return [
        {
          ...found,
          text: `The link of the ${name} is no address: ${value}.`,
          advice: 'Choose a section of the page, or an address that starts with https://.',
        },
      ];
    }),
  );

/** Menu entries with the same name. */
export const equalMenuEntries: Rule = ({ menu }) =>
  menu.items.flatMap(({ id, text }, place): Finding[] => {
    const isSecond = menu.items.slice(0, place).some((entry) => entry.text.toLowerCase() === text.toLowerCase());
    if (!isSecond) return [];
    return [
      {
        severity: 'advice',
        text: `The menu has two entries “${text}”.`,
        advice: 'Rename or delete one of them.',
        item: { path: 'menu.items', id },
        field: 'text',
      },
    ];
  });
