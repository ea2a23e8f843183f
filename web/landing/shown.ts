import type { anchors } from '../../contract/links.ts';
import { parseVideo } from '../../contract/video.ts';
import type { LandingContent } from '../../server/landing/content.ts';

/** The content a visitor sees: a section that has nothing to show is null or empty (specification, section 2). */
export type ShownContent = ReturnType<typeof shownContent>;

/** Leaves out headings without children, and records a section cannot be drawn from. */
export function shownContent(content: LandingContent) {
  const { features, services, pricing, clients, facts, projects, team, presentation, customers, address, map } = content;
  const videos = presentation?.videos.flatMap((video) => {
    const source = parseVideo(video.link);
    return source ? [{ ...video, source }] : [];
  });
  const reviews = customers?.items.flatMap((customer) =>
    customer.feedback.map(({ id, text }) => ({ id, text, customer })),
  );
  return {
    ...content,
    features: features?.items.length ? features : null,
    services: services?.items.length ? services : null,
    pricing: pricing?.plans.length ? pricing : null,
    clients: clients?.items.length ? clients : null,
    facts: facts?.items.length ? facts : null,
    projects: projects?.items.length ? projects : null,
    team: team?.members.length ? team : null,
    presentation: presentation && videos?.length ? { ...presentation, videos } : null,
    customers: customers && reviews?.length ? { ...customers, reviews } : null,
    address: address?.lines.length ? address : null,
    map: map?.embed ? map : null,
  };
}

type Anchor = (typeof anchors)[number]['link'];

/** Which in-page links have a section to lead to. */
export function shownAnchors(shown: ShownContent): Record<Anchor, boolean> {
  return {
    features: shown.features !== null,
    offer: shown.descriptions.length > 0,
    services: shown.services !== null,
    pricing: shown.pricing !== null,
    clients: shown.clients !== null,
    facts: shown.facts !== null,
    projects: shown.projects !== null,
    team: shown.team !== null,
    customers: shown.customers !== null,
    subscribe: shown.subscribe !== null,
    contact: shown.touch !== null,
    address: shown.address !== null,
  };
}
