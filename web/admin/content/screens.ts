import type { ReactNode } from 'react';
import type { SectionKey } from '../../../contract/sections.ts';
import { EditorScreen } from '../editor/editor-screen.tsx';
import { ClientsScreen } from './clients-screen.tsx';
import { CompanyScreen } from './company-screen.tsx';
import { ContactDetailsScreen } from './contact-details-screen.tsx';
import { ContactFormScreen } from './contact-form-screen.tsx';
import { CustomersScreen } from './customers-screen.tsx';
import { DescriptionsScreen } from './descriptions-screen.tsx';
import { FactsScreen } from './facts-screen.tsx';
import { FeaturesScreen } from './features-screen.tsx';
import { HeroScreen } from './hero-screen.tsx';
import { MapScreen } from './map-screen.tsx';
import { MenuScreen } from './menu-screen.tsx';
import { PresentationScreen } from './presentation-screen.tsx';
import { PricingScreen } from './pricing-screen.tsx';
import { ProjectsScreen } from './projects-screen.tsx';
import { PromoScreen } from './promo-screen.tsx';
import { ServicesScreen } from './services-screen.tsx';
import { SubscribeScreen } from './subscribe-screen.tsx';
import { TeamScreen } from './team-screen.tsx';

/** The screen of each section. */
export const sectionScreens: { readonly [Key in SectionKey]: () => ReactNode } = {
  clients: ClientsScreen,
  company: CompanyScreen,
  contactDetails: ContactDetailsScreen,
  contactForm: ContactFormScreen,
  customers: CustomersScreen,
  descriptions: DescriptionsScreen,
  facts: FactsScreen,
  features: FeaturesScreen,
  hero: HeroScreen,
  map: MapScreen,
  menu: MenuScreen,
  page: EditorScreen,
  presentation: PresentationScreen,
  pricing: PricingScreen,
  projects: ProjectsScreen,
  promo: PromoScreen,
  services: ServicesScreen,
  subscribe: SubscribeScreen,
  team: TeamScreen,
};
