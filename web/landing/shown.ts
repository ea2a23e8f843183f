import { castTo } from '../../contract/cast.ts';
import { linkHref } from '../../contract/links.ts';
import { type PageSectionKey, pageSections } from '../../contract/sections.ts';
import { parseVideo } from '../../contract/video.ts';
import type { PageContent } from '../../server/landing/page.ts';

/** The content a visitor sees. */
export type ShownContent = ReturnType<typeof shownContent>;

/** What the component of a section takes. */
export interface SectionProps<Key extends PageSectionKey> {
  section: NonNullable<ShownContent[Key]>;
  content: ShownContent;
}

type Filled = { [Key in PageSectionKey]: PageContent[Key] | null };

/**
 * Leaves out what would be shown empty (specification, section 2): sections without items, records a section cannot be
 * drawn from, and links to sections that are left out.
 */
export function shownContent(content: PageContent) {
  const { company, menu, hero, pricing, images } = content;
  // Each section keeps its own type; Object.fromEntries loses which is which.
  const filled = castTo<Filled>(Object.fromEntries(pageSections.map(({ key }) => [key, withItems(content[key])])));
  const shown = {
    ...filled,
    // The hero is shown without buttons too.
    hero,
    presentation: withVideos(content.presentation),
    customers: withReviews(content.customers),
    map: content.map?.embed ? content.map : null,
  };

  const isShown = new Map(pageSections.map(({ key, anchor }) => [`#${anchor}`, shown[key] !== null]));
  const leadsSomewhere = (target: string) => isShown.get(linkHref(target)) ?? true;
  return {
    ...shown,
    images,
    company,
    menu: menu.items.filter((entry) => leadsSomewhere(entry.link)),
    hero: hero && { ...hero, buttons: hero.buttons.filter((button) => leadsSomewhere(button.link)) },
    pricing: shown.pricing &&
      pricing && {
        ...pricing,
        plans: pricing.plans.map((plan) => ({ ...plan, hasButton: leadsSomewhere(plan.buttonLink) })),
      },
  };
}

/** The section; null when it has lists of items and all of them are empty. */
function withItems(section: object | null): object | null {
  const lists = Object.values(section ?? {}).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length === 0) ? null : section;
}

/** The films that can be played, each with its player; null when there is none. */
function withVideos(heading: PageContent['presentation']) {
  const videos = heading?.videos.flatMap((video) => {
    const source = parseVideo(video.link);
    return source ? [{ ...video, source }] : [];
  });
  return heading && videos?.length ? { ...heading, videos } : null;
}

/** Every review with its customer, in the customers' order; null when there is none. */
function withReviews(heading: PageContent['customers']) {
  const reviews = heading?.items.flatMap((customer) =>
    customer.feedback.map(({ id, text }) => ({ id, text, customer })),
  );
  return heading && reviews?.length ? { ...heading, reviews } : null;
}
