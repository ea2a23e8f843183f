import { auditRest } from '../audit/export-route.ts';
import { imagesRest } from '../images/routes.ts';
import { privacyRest } from '../privacy/export-routes.ts';
import { statusRest } from '../status/subscription-form.ts';
import { boardsRest } from './boards.ts';
import { clientsRest } from './clients.ts';
import { companyRest } from './company.ts';
import { addressRest } from './contact-details.ts';
import { touchRest } from './contact-form.ts';
import { customersRest } from './customers.ts';
import { descriptionsRest } from './descriptions.ts';
import { docsRoutes } from './docs.ts';
import { factsRest } from './facts.ts';
import { featuresRest } from './features.ts';
import { healthRest } from './health.ts';
import { heroRest } from './hero.ts';
import { historyRest } from './history.ts';
import { mapRest } from './map.ts';
import { menuRest } from './menu.ts';
import { pageRest } from './page.ts';
import { presentationRest } from './presentation.ts';
import { pricingRest } from './pricing.ts';
import { projectsRest } from './projects.ts';
import { promoRest } from './promo.ts';
import { type RestSection, routesOf } from './record-routes.ts';
import { releasesRest } from './releases.ts';
import type { RouteGroup } from './route-group.ts';
import { servicesRest } from './services.ts';
import { sessionRest } from './session.ts';
import { subscribeRest } from './subscribe.ts';
import { teamRest } from './team.ts';
import { telephonyRest } from './telephony.ts';
import { tokensRest } from './tokens.ts';

/** Every section's documented paths, in the page's order, then those of the features. */
export const restSections: readonly RestSection[] = [
  sessionRest,
  companyRest,
  pageRest,
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
  historyRest(() => restSections),
  releasesRest(() => restSections),
  telephonyRest,
  boardsRest,
  healthRest,
  imagesRest,
  auditRest,
  privacyRest,
  statusRest,
  tokensRest,
];

/**
 * The table of every path under `/api`, `/token` and `/serverhealthstatus`: the server's routes, the OpenAPI document,
 * `/api/docs` and docs/rest.md are made from it.
 */
export const routeGroups: readonly RouteGroup[] = [
  ...restSections.map((section) => ({ title: section.title, routes: routesOf(section) })),
  { title: 'About these paths', routes: docsRoutes(() => routeGroups) },
];
