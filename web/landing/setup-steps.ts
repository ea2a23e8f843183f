import { pageSections, type SectionKey, sectionFacts } from '../../contract/sections.ts';
import type { PageContent } from '../../server/landing/page.ts';
import { visibleContent } from './visible-content.ts';

/** One step of setting up the page. */
export interface SetupStep {
  title: string;
  hint: string;
  /** Where the step is done: a screen, or the page editor at a section. */
  links: SetupLink[];
  isDone: boolean;
}

interface SetupLink {
  text: string;
  href: string;
  /** The section that the page editor opens; null for a screen. */
  section: SectionKey | null;
}

/** Sections whose first values are no content of the page: their steps lead to a screen. */
const onScreens: readonly SectionKey[] = ['company'];

const essential: readonly SectionKey[] = ['hero', 'contactForm', 'contactDetails', 'map'];

/** The steps from an empty installation to a page for visitors, done or not. */
export function setupSteps(content: PageContent): SetupStep[] {
  const visible = visibleContent(content);
  const others = pageSections.map(({ key }) => key).filter((key) => !essential.includes(key));
  return [
    step(['company'], 'Company', 'Name, logo and contact details', visible.company !== null),
    step(['hero'], 'Introduction', 'The title, text and picture that visitors see first', visible.hero !== null),
    step(
      others,
      'Sections',
      'At least one, with its entries',
      others.some((key) => visible[key] !== null),
    ),
    step(['contactForm'], 'Contact form', 'So that visitors can write to you', visible.contactForm !== null),
    step(['menu'], 'Menu', 'Links to the sections', visible.menu.length > 0),
  ];
}

function step(keys: readonly SectionKey[], title: string, hint: string, isDone: boolean): SetupStep {
  const links = keys.map((key) => {
    const { title: screen, path, sidebar } = sectionFacts(key);
    if (onScreens.includes(key)) return { text: screen, href: `/#/admin/${path}`, section: null };
    return { text: sidebar, href: `/#/admin/${sectionFacts('page').path}?section=${key}`, section: key };
  });
  return { title, hint, links, isDone };
}

/** Says what to do with each step. */
export const setupHint = 'Fill in each step and set IsActive to Yes.';
