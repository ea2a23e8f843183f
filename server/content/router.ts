import { boardsRouter } from '../boards/router.ts';
import { clientsRouter } from './clients.ts';
import { companyRouter } from './company.ts';
import { addressRouter } from './contact-details.ts';
import { touchRouter } from './contact-form.ts';
import { customersRouter } from './customers.ts';
import { descriptionsRouter } from './descriptions.ts';
import { factsRouter } from './facts.ts';
import { featuresRouter } from './features.ts';
import { heroRouter } from './hero.ts';
import { mapRouter } from './map.ts';
import { menuRouter } from './menu.ts';
import { presentationRouter } from './presentation.ts';
import { pricingRouter } from './pricing.ts';
import { projectsRouter } from './projects.ts';
import { promoRouter } from './promo.ts';
import { servicesRouter } from './services.ts';
import { subscribeRouter } from './subscribe.ts';
import { teamRouter } from './team.ts';

/** Every section's procedures, one line a section, in the page's order. */
export const sections = {
  company: companyRouter,
  menu: menuRouter,
  hero: heroRouter,
  features: featuresRouter,
  descriptions: descriptionsRouter,
  services: servicesRouter,
  pricing: pricingRouter,
  subscribe: subscribeRouter,
  clients: clientsRouter,
  facts: factsRouter,
  projects: projectsRouter,
  team: teamRouter,
  presentation: presentationRouter,
  customers: customersRouter,
  promo: promoRouter,
  touch: touchRouter,
  address: addressRouter,
  map: mapRouter,
  boards: boardsRouter,
};
