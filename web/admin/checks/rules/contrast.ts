import { contrast, parseColor } from '../../../../contract/color.ts';
import { grounds } from '../../../landing/accent.ts';
import type { Finding, Rule } from '../finding.ts';

/** Contrast below which a colour of the theme looks unlike itself in texts, which are drawn with more contrast. */
const leastContrast = 2;

/** Colours of the theme that nearly vanish on the page's ground. */
export const faintColors: Rule = ({ company }) => {
  if (!company) return [];
  const [paper] = grounds.light;
  return (['accentColor', 'secondColor'] as const).flatMap((field): Finding[] => {
    const color = company[field];
    if (!/^#[0-9a-f]{6}$/i.test(color) || contrast(parseColor(color), parseColor(paper)) >= leastContrast) return [];
    const what = field === 'accentColor' ? 'accent colour' : 'second colour';
    return [
      {
        severity: 'advice',
        text: `The ${what} ${color} is very light. Texts in it are drawn much darker, so that they can be read.`,
        advice: 'Choose a darker colour if texts are to look like the rest.',
        item: { path: 'company.heading', id: company.id },
        field,
      },
    ];
  });
};
