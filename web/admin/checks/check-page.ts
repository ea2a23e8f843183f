import { placedSections } from '../../../contract/page-layout.ts';
import { pageSections, sectionFacts } from '../../../contract/sections.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import type { Finding, Rule } from './finding.ts';
import { missingCompanyData } from './rules/company.ts';
import { faintColors } from './rules/contrast.ts';
import { pastDates } from './rules/dates.ts';
import { brokenLinks, equalMenuEntries, unreadableLinks } from './rules/links.ts';
import { pictures } from './rules/pictures.ts';
import { plansWithoutFeatures } from './rules/plans.ts';
import { longTexts, placeholderTexts } from './rules/texts.ts';

const rules: readonly Rule[] = [
  brokenLinks,
  unreadableLinks,
  missingCompanyData,
  placeholderTexts,
  pictures,
  plansWithoutFeatures,
  pastDates,
  longTexts,
  equalMenuEntries,
  faintColors,
];

/** Everything found outside the sections that the layout hides, problems first. `today` is the present day as `2026-03-02`. */
export function checkPage(content: PageContent, today: string): Finding[] {
  const placed = placedSections(content.page.layout[0]);
  const hidden = new Set<string>(placed.filter(({ isShown }) => !isShown).map(({ key }) => key));
  const found = rules
    .flatMap((rule) => rule(content, today))
    .filter(({ item }) => !hidden.has(item.path.slice(0, item.path.indexOf('.'))));
  return [...found.filter(isProblem), ...found.filter((finding) => !isProblem(finding))];
}

/** True for a finding that visitors notice. */
export function isProblem({ severity }: Finding): boolean {
  return severity === 'problem';
}

/** Title of the screen of a finding's section. */
export function sectionTitleOf({ item }: Finding): string {
  const [name] = item.path.split('.');
  const section = pageSections.find(({ key }) => key === name);
  return sectionFacts(section?.key ?? (name === 'menu' ? 'menu' : 'company')).title;
}

/** The present day of this browser, as `2026-03-02`. */
export function todayHere(): string {
  const now = new Date();
  const part = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
