import { address, contactForm, map, promo } from './contact.ts';
import { pricing, services, subscribe } from './offer.ts';
import { company, descriptions, features, hero, menu } from './opening.ts';
import { customers, presentation, team } from './people.ts';
import type { Picture } from './pictures.ts';
import { clients, facts, projects } from './work.ts';

/**
 * The sample company: Tidewright, a workshop in the harbour town of Port Merrow that builds websites for small firms
 * and watches over them at night. People, firms and places are invented, telephone numbers come from a range that is
 * never given out, and addresses end in `.example`.
 */
export function sampleContent(picture: Picture) {
  return {
    company: company(picture),
    menu,
    hero: hero(picture),
    features: features(picture),
    descriptions: descriptions(picture),
    services: services(picture),
    pricing: pricing(picture),
    subscribe: subscribe(picture),
    clients: clients(picture),
    facts: facts(picture),
    projects: projects(picture),
    team: team(picture),
    presentation: presentation(picture),
    customers: customers(picture),
    promo: promo(picture),
    contactForm: contactForm(picture),
    address,
    map,
  };
}

export type SampleContent = ReturnType<typeof sampleContent>;
