import { boardsRest } from './boards.ts';
import { clientsRest } from './clients.ts';
import { companyRest } from './company.ts';
import { addressRest } from './contact-details.ts';
import { touchRest } from './contact-form.ts';
import { customersRest } from './customers.ts';
import { descriptionsRest } from './descriptions.ts';
import { factsRest } from './facts.ts';
import { featuresRest } from './features.ts';
import { heroRest } from './hero.ts';
import { mapRest } from './map.ts';
import { menuRest } from './menu.ts';
import { presentationRest } from './presentation.ts';
import { pricingRest } from './pricing.ts';
import { projectsRest } from './projects.ts';
import { promoRest } from './promo.ts';
import { type RestSection, routesOf } from './record-routes.ts';
import type { RestRoute } from './route.ts';
import { servicesRest } from './services.ts';
import { sessionRest } from './session.ts';
import { subscribeRest } from './subscribe.ts';
import { teamRest } from './team.ts';
import { telephonyRest } from './telephony.ts';

/** Every section's documented paths, one line a section, in the page's order. */
export const restSections: readonly RestSection[] = [
  sessionRest,
  companyRest,
  menuRest,
  heroRest,
  featuresRest,
  descriptionsRest,
  servicesRest,
  pricingRest,
  subscribeRest,
  clientsRest,
  factsRest,
  projectsRest,
  teamRest,
  presentationRest,
  customersRest,
  promoRest,
  touchRest,
  addressRest,
  mapRest,
  telephonyRest,
  boardsRest,
];

/** A section's paths under its title. */
export interface RouteGroup {
  title: string;
  routes: readonly RestRoute[];
}

/** Every documented path, by section. */
export const routeGroups: readonly RouteGroup[] = restSections.map((section) => ({
  title: section.title,
  routes: routesOf(section),
}));
