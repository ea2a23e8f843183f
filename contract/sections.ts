/** Facts of a section of the public page that several modules use. */
interface SectionFacts {
  /** Name in code: procedures and page content use this key. */
  readonly key: string;
  /** Title of the screen (specification, section 2). */
  readonly title: string;
  /** Path of the screen below `/admin/`. */
  readonly path: string;
  /** Text of the sidebar entry. */
  readonly sidebar: string;
  /** Id of the section's element; left out if the section is not part of the page's main content. */
  readonly anchor?: string;
  /** Its label in the choices of links for menu entries and buttons (specification, section 2); left out: no choice. */
  readonly linkText?: string;
  /** Its name in sentences. */
  readonly name: string;
  /** Title of the inactive heading in an installation without sample content. */
  readonly emptyTitle?: string;
}

/** Every section, in the order of the page (specification, section 1). */
export const sections = [
  { key: 'page', title: 'Page', path: 'page', sidebar: 'Page', name: 'page' },
  {
    key: 'company',
    title: 'Company Detail',
    path: 'company',
    sidebar: 'Company',
    name: 'company',
    emptyTitle: 'Your company',
  },
  { key: 'menu', title: 'Menu Detail', path: 'menu', sidebar: 'Menu', name: 'menu' },
  {
    key: 'hero',
    title: 'Introduction Detail',
    path: 'introduction',
    sidebar: 'Introduction',
    anchor: 'home',
    name: 'introduction',
    emptyTitle: 'Welcome',
  },
  {
    key: 'features',
    title: 'Feature Detail',
    path: 'feature',
    sidebar: 'Feature',
    anchor: 'features',
    linkText: 'Features',
    name: 'features',
    emptyTitle: 'Features',
  },
  {
    key: 'descriptions',
    title: 'Description Detail',
    path: 'description',
    sidebar: 'Description',
    anchor: 'offer',
    linkText: 'Offer',
    name: 'block',
  },
  {
    key: 'services',
    title: 'Services Detail',
    path: 'services',
    sidebar: 'Services',
    anchor: 'services',
    linkText: 'Services',
    name: 'services',
    emptyTitle: 'Services',
  },
  {
    key: 'pricing',
    title: 'Plan Detail',
    path: 'priceplan',
    sidebar: 'Price Plan',
    anchor: 'pricing',
    linkText: 'Pricing',
    name: 'price plans',
    emptyTitle: 'Pricing',
  },
  {
    key: 'subscribe',
    title: 'Subscribe Detail',
    path: 'subscribe',
    sidebar: 'Subscribe',
    anchor: 'subscribe',
    linkText: 'Subscribe',
    name: 'newsletter',
    emptyTitle: 'Newsletter',
  },
  {
    key: 'clients',
    title: 'Client Detail',
    path: 'client',
    sidebar: 'Client',
    anchor: 'clients',
    linkText: 'Clients',
    name: 'clients',
    emptyTitle: 'Our clients',
  },
  {
    key: 'facts',
    title: 'Facts Detail',
    path: 'facts',
    sidebar: 'Facts',
    anchor: 'facts',
    linkText: 'Facts',
    name: 'facts',
    emptyTitle: 'In figures',
  },
  {
    key: 'projects',
    title: 'Project Detail',
    path: 'project',
    sidebar: 'Project',
    anchor: 'projects',
    linkText: 'Projects',
    name: 'projects',
    emptyTitle: 'Projects',
  },
  {
    key: 'team',
    title: 'Team Member Detail',
    path: 'team',
    sidebar: 'Team',
    anchor: 'team',
    linkText: 'Team',
    name: 'team',
    emptyTitle: 'Our team',
  },
  {
    key: 'presentation',
    title: 'Video Presentation Detail',
    path: 'presentation',
    sidebar: 'Presentation',
    anchor: 'presentation',
    name: 'films',
    emptyTitle: 'See how we work',
  },
  {
    key: 'customers',
    title: 'Customer Detail',
    path: 'customer',
    sidebar: 'Customer',
    anchor: 'customers',
    linkText: 'Reviews',
    name: 'reviews',
    emptyTitle: 'What our customers say',
  },
  {
    key: 'promo',
    title: 'Promotion Detail',
    path: 'promo',
    sidebar: 'Promo',
    anchor: 'promo',
    name: 'promotion',
    emptyTitle: 'Our offer',
  },
  {
    key: 'contactForm',
    title: 'Get In Touch Detail',
    path: 'getintouch',
    sidebar: 'Get In Touch',
    anchor: 'contact',
    linkText: 'Contact',
    name: 'contact form',
    emptyTitle: 'Get in touch',
  },
  {
    key: 'contactDetails',
    title: 'Address Detail',
    path: 'contact',
    sidebar: 'Contact',
    anchor: 'address',
    linkText: 'Address',
    name: 'address',
    emptyTitle: 'Where to find us',
  },
  { key: 'map', title: 'Map Detail', path: 'map', sidebar: 'Map', anchor: 'map', name: 'map' },
] as const satisfies readonly SectionFacts[];

type Section = (typeof sections)[number];
export type SectionKey = Section['key'];
/** Sections with an element in the page's main content. */
export type PageSectionKey = Extract<Section, { anchor: string }>['key'];

/** The facts of one section; throws for an unknown key. */
export function sectionFacts(key: SectionKey): SectionFacts {
  const facts = sections.find((section) => section.key === key);
  if (!facts) throw new TypeError(`there is no section ${key}`);
  return facts;
}

/** The page's sections, in the order of the page. */
export const pageSections: readonly Extract<Section, { anchor: string }>[] = sections.filter(
  (section) => 'anchor' in section,
);
