import * as clientsRules from '../../contract/clients.ts';
import * as companyRules from '../../contract/company.ts';
import * as contactDetailsRules from '../../contract/contact-details.ts';
import * as contactFormRules from '../../contract/contact-form.ts';
import * as customersRules from '../../contract/customers.ts';
import * as descriptionsRules from '../../contract/descriptions.ts';
import * as factsRules from '../../contract/facts.ts';
import * as featuresRules from '../../contract/features.ts';
import * as heroRules from '../../contract/hero.ts';
import * as mapRules from '../../contract/map.ts';
import * as menuRules from '../../contract/menu.ts';
import * as pageRules from '../../contract/page-layout.ts';
import * as presentationRules from '../../contract/presentation.ts';
import * as pricingRules from '../../contract/pricing.ts';
import * as projectsRules from '../../contract/projects.ts';
import * as promoRules from '../../contract/promo.ts';
import * as servicesRules from '../../contract/services.ts';
import * as subscribeRules from '../../contract/subscribe.ts';
import * as teamRules from '../../contract/team.ts';
import * as clientsTables from '../../db/schema/clients.ts';
import * as companyTables from '../../db/schema/company.ts';
import * as contactDetailsTables from '../../db/schema/contact-details.ts';
import * as contactFormTables from '../../db/schema/contact-form.ts';
import * as customersTables from '../../db/schema/customers.ts';
import * as descriptionsTables from '../../db/schema/descriptions.ts';
import * as factsTables from '../../db/schema/facts.ts';
import * as featuresTables from '../../db/schema/features.ts';
import * as heroTables from '../../db/schema/hero.ts';
import * as mapTables from '../../db/schema/map.ts';
import * as menuTables from '../../db/schema/menu.ts';
import * as pageTables from '../../db/schema/page.ts';
import * as presentationTables from '../../db/schema/presentation.ts';
import * as pricingTables from '../../db/schema/pricing.ts';
import * as projectsTables from '../../db/schema/projects.ts';
import * as promoTables from '../../db/schema/promo.ts';
import * as servicesTables from '../../db/schema/services.ts';
import * as subscribeTables from '../../db/schema/subscribe.ts';
import * as teamTables from '../../db/schema/team.ts';
import { childOf, defineRecords, type RecordDefinition, record } from './record.ts';

/** Every record of the page's content by section: name, table and schema. Parents stand before their children. */
export const records = defineRecords({
  page: {
    layout: record('Page layout', pageTables.pageLayouts, pageRules.pageLayout),
  },
  company: {
    heading: record('Company', companyTables.companies, companyRules.company),
    socialLinks: childOf(
      'heading',
      'Company social link',
      companyTables.companySocialLinks,
      companyRules.companySocialLink,
    ),
  },
  menu: {
    items: record('Menu entry', menuTables.menuItems, menuRules.menuItem),
  },
  hero: {
    heading: record('Introduction', heroTables.heroes, heroRules.hero),
    buttons: childOf('heading', 'Button', heroTables.heroButtons, heroRules.heroButton),
  },
  features: {
    heading: record('Feature heading', featuresTables.featureHeadings, featuresRules.featureHeading),
    items: childOf('heading', 'Feature', featuresTables.featureItems, featuresRules.featureItem),
  },
  descriptions: {
    items: record('Description', descriptionsTables.descriptions, descriptionsRules.description),
  },
  services: {
    heading: record('Service heading', servicesTables.serviceHeadings, servicesRules.serviceHeading),
    items: childOf('heading', 'Service', servicesTables.serviceItems, servicesRules.serviceItem),
  },
  pricing: {
    heading: record('Price plan heading', pricingTables.pricingHeadings, pricingRules.pricingHeading),
    plans: childOf('heading', 'Plan', pricingTables.plans, pricingRules.plan),
    features: childOf('plans', 'Plan feature', pricingTables.planFeatures, pricingRules.planFeature),
  },
  subscribe: {
    heading: record('Subscribe heading', subscribeTables.subscribeHeadings, subscribeRules.subscribeHeading),
  },
  clients: {
    heading: record('Client heading', clientsTables.clientHeadings, clientsRules.clientHeading),
    items: childOf('heading', 'Client', clientsTables.clients, clientsRules.client),
  },
  facts: {
    heading: record('Facts heading', factsTables.factHeadings, factsRules.factHeading),
    items: childOf('heading', 'Fact', factsTables.facts, factsRules.fact),
  },
  projects: {
    heading: record('Project heading', projectsTables.projectHeadings, projectsRules.projectHeading),
    items: childOf('heading', 'Project', projectsTables.projects, projectsRules.project),
  },
  team: {
    heading: record('Team heading', teamTables.teamHeadings, teamRules.teamHeading),
    members: childOf('heading', 'Team member', teamTables.teamMembers, teamRules.teamMember),
    socialLinks: childOf('members', 'Member social link', teamTables.memberSocialLinks, teamRules.memberSocialLink),
  },
  presentation: {
    heading: record(
      'Presentation heading',
      presentationTables.presentationHeadings,
      presentationRules.presentationHeading,
    ),
    videos: childOf('heading', 'Video', presentationTables.presentationVideos, presentationRules.presentationVideo),
  },
  customers: {
    heading: record('Customer heading', customersTables.customerHeadings, customersRules.customerHeading),
    items: childOf('heading', 'Customer', customersTables.customers, customersRules.customer),
    feedback: childOf('items', 'Feedback', customersTables.customerFeedback, customersRules.feedback),
  },
  promo: {
    heading: record('Promotion', promoTables.promos, promoRules.promo),
  },
  contactForm: {
    heading: record('Get in touch heading', contactFormTables.contactFormHeadings, contactFormRules.contactFormHeading),
  },
  contactDetails: {
    heading: record('Address', contactDetailsTables.contactDetailsHeadings, contactDetailsRules.contactDetailsHeading),
    lines: childOf('heading', 'Contact line', contactDetailsTables.contactLines, contactDetailsRules.contactLine),
  },
  map: {
    heading: record('Map', mapTables.maps, mapRules.map),
  },
});

/** All records in one list, parents before their children. */
export const allRecords: readonly RecordDefinition[] = Object.values(records).flatMap((section) =>
  Object.values(section),
);

/** A record's path in procedures and in the history, such as `features.items`. */
export type RecordPath = {
  [Section in keyof typeof records]: `${Section}.${keyof (typeof records)[Section] & string}`;
}[keyof typeof records];

/** True for the path of a record. */
export function isRecordPath(path: string): path is RecordPath {
  return allRecords.some(({ section, key }) => `${section}.${key}` === path);
}
