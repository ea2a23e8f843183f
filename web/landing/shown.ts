import { linkHref } from '../../contract/links.ts';
import { parseVideo } from '../../contract/video.ts';
import type { LandingContent } from '../../server/landing/page.ts';

/** The content a visitor sees. */
export type ShownContent = ReturnType<typeof shownContent>;

/**
 * Leaves out what would be shown empty (specification, section 2): headings without children, records a section cannot
 * be drawn from, and links to sections that are left out.
 */
export function shownContent(content: LandingContent) {
  const { hero, descriptions, subscribe, touch, map } = content;
  const features = content.features?.items.length ? content.features : null;
  const services = content.services?.items.length ? content.services : null;
  const pricing = content.pricing?.plans.length ? content.pricing : null;
  const clients = content.clients?.items.length ? content.clients : null;
  const facts = content.facts?.items.length ? content.facts : null;
  const projects = content.projects?.items.length ? content.projects : null;
  const team = content.team?.members.length ? content.team : null;
  const presentation = withVideos(content.presentation);
  const customers = withReviews(content.customers);
  const address = content.address?.lines.length ? content.address : null;

  const isShown: Record<string, boolean> = {
    '#features': features !== null,
    '#offer': descriptions.length > 0,
    '#services': services !== null,
    '#pricing': pricing !== null,
    '#clients': clients !== null,
    '#facts': facts !== null,
    '#projects': projects !== null,
    '#team': team !== null,
    '#customers': customers !== null,
    '#subscribe': subscribe !== null,
    '#contact': touch !== null,
    '#address': address !== null,
  };
  const leadsSomewhere = (target: string) => isShown[linkHref(target)] ?? true;

  return {
    company: content.company,
    menu: content.menu.filter((entry) => leadsSomewhere(entry.link)),
    hero: hero && { ...hero, buttons: hero.buttons.filter((button) => leadsSomewhere(button.link)) },
    features,
    descriptions,
    services,
    pricing: pricing && {
      ...pricing,
      plans: pricing.plans.map((plan) => ({ ...plan, hasButton: leadsSomewhere(plan.buttonLink) })),
    },
    subscribe,
    clients,
    facts,
    projects,
    team,
    presentation,
    customers,
    promo: content.promo,
    touch,
    address,
    map: map?.embed ? map : null,
  };
}

/** The films that can be played, each with its player; null when there is none. */
function withVideos(heading: LandingContent['presentation']) {
  const videos = heading?.videos.flatMap((video) => {
    const source = parseVideo(video.link);
    return source ? [{ ...video, source }] : [];
  });
  return heading && videos?.length ? { ...heading, videos } : null;
}

/** Everything customers said, in their order; null when nobody said anything. */
function withReviews(heading: LandingContent['customers']) {
  const reviews = heading?.items.flatMap((customer) =>
    customer.feedback.map(({ id, text }) => ({ id, text, customer })),
  );
  return heading && reviews?.length ? { ...heading, reviews } : null;
}
