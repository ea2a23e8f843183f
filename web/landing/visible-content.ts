import { linkHref } from '../../contract/links.ts';
import { placedSections } from '../../contract/page-layout.ts';
import { type PageSectionKey, pageSections } from '../../contract/sections.ts';
import { parseVideo } from '../../contract/video.ts';
import type { PageContent } from '../../server/landing/page.ts';

/** The page's content without sections, records and links that would render empty. */
export type VisibleContent = ReturnType<typeof visibleContent>;

/** Props of a section's component. */
export interface SectionProps<Key extends PageSectionKey> {
  section: NonNullable<VisibleContent[Key]>;
  company: VisibleContent['company'];
}

type Sections = { [Key in PageSectionKey]: PageContent[Key] | null };

/**
 * Omits content that would render empty (specification, section 2): sections without items, records without renderable
 * content, and links to omitted sections.
 */
export function visibleContent(content: PageContent) {
  const { company, menu, images } = content;
  const placed = placedSections(content.page.layout[0]);
  const sections: Sections = { ...content };
  for (const { key } of pageSections) if (hasOnlyEmptyLists(content[key])) sections[key] = null;
  // The hero is visible without buttons too.
  sections.hero = content.hero;
  for (const { key, isShown } of placed) if (!isShown) sections[key] = null;
  const { hero, pricing } = sections;
  const visible = {
    ...sections,
    presentation: withVideos(sections.presentation),
    customers: withReviews(sections.customers),
    map: sections.map?.embed ? sections.map : null,
  };

  const isEmpty = pageSections.every(({ key }) => visible[key] === null);
  const isVisible = new Map(pageSections.map(({ key, anchor }) => [`#${anchor}`, visible[key] !== null]));
  const hasTarget = (target: string) => isVisible.get(linkHref(target)) ?? true;
  return {
    ...visible,
    /** The page's sections in their order, hidden and empty ones included. */
    order: placed.map(({ key }) => key),
    /** True if no section is visible. */
    isEmpty,
    images,
    company,
    menu: menu.items.filter((entry) => hasTarget(entry.link)),
    hero: hero && { ...hero, buttons: hero.buttons.filter((button) => hasTarget(button.link)) },
    pricing: pricing && {
      ...pricing,
      plans: pricing.plans.map((plan) => ({ ...plan, hasButton: hasTarget(plan.buttonLink) })),
    },
  };
}

/** True if the section has lists of items and all are empty. */
function hasOnlyEmptyLists(section: object | null): boolean {
  const lists = Object.values(section ?? {}).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** The presentation with its playable videos; null if there are none. */
function withVideos(heading: PageContent['presentation']) {
  const videos = heading?.videos.flatMap((video) => {
    const source = parseVideo(video.link);
    return source ? [{ ...video, source }] : [];
  });
  return heading && videos?.length ? { ...heading, videos } : null;
}

/** The reviews with their customers, in the customers' order; null if there are none. */
function withReviews(heading: PageContent['customers']) {
  const reviews = heading?.items.flatMap((customer) =>
    customer.feedback.map(({ id, text }) => ({ id, text, customer })),
  );
  return heading && reviews?.length ? { ...heading, reviews } : null;
}
