import type { Finding, Rule } from '../finding.ts';

/** Price plans without a list of features. A plan without a button is a link to a hidden section (links.ts). */
export const plansWithoutFeatures: Rule = ({ pricing }) =>
  (pricing?.plans ?? [])
    .filter(({ features }) => features.length === 0)
    .map(({ id, title }): Finding => {
      return {
        severity: 'advice',
        text: `The plan “${title}” lists no features.`,
        advice: 'Add what customers get for the price.',
        item: { path: 'pricing.plans', id },
      };
    });
