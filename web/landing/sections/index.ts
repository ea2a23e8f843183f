import type { ReactNode } from 'react';
import type { PageSectionKey } from '../../../contract/sections.ts';
import type { SectionProps } from '../visible-content.ts';
import { Clients } from './clients.tsx';
import { ContactDetails } from './contact-details.tsx';
import { ContactFormSection } from './contact-form.tsx';
import { Customers } from './customers.tsx';
import { Descriptions } from './descriptions.tsx';
import { Facts } from './facts.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { MapPanel } from './map.tsx';
import { Presentation } from './presentation.tsx';
import { Pricing } from './pricing.tsx';
import { Projects } from './projects.tsx';
import { Promo } from './promo.tsx';
import { Services } from './services.tsx';
import { Subscribe } from './subscribe.tsx';
import { Team } from './team.tsx';

/** The component of each section of the page. */
export const sectionComponents: { readonly [Key in PageSectionKey]: (props: SectionProps<Key>) => ReactNode } = {
  hero: Hero,
  features: Features,
  descriptions: Descriptions,
  services: Services,
  pricing: Pricing,
  subscribe: Subscribe,
  clients: Clients,
  facts: Facts,
  projects: Projects,
  team: Team,
  presentation: Presentation,
  customers: Customers,
  promo: Promo,
  contactForm: ContactFormSection,
  contactDetails: ContactDetails,
  map: MapPanel,
};
