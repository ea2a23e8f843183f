import * as clientsRules from '../../contract/clients.ts';
import * as companyRules from '../../contract/company.ts';
import * as contact_detailsRules from '../../contract/contact-details.ts';
import * as contact_formRules from '../../contract/contact-form.ts';
import * as customersRules from '../../contract/customers.ts';
import * as descriptionsRules from '../../contract/descriptions.ts';
import * as factsRules from '../../contract/facts.ts';
import * as featuresRules from '../../contract/features.ts';
import * as heroRules from '../../contract/hero.ts';
import * as mapRules from '../../contract/map.ts';
import * as menuRules from '../../contract/menu.ts';
import * as presentationRules from '../../contract/presentation.ts';
import * as pricingRules from '../../contract/pricing.ts';
import * as projectsRules from '../../contract/projects.ts';
import * as promoRules from '../../contract/promo.ts';
import * as servicesRules from '../../contract/services.ts';
import * as subscribeRules from '../../contract/subscribe.ts';
import * as teamRules from '../../contract/team.ts';
import * as t_clients from '../../db/schema/clients.ts';
import * as t_company from '../../db/schema/company.ts';
import * as t_contact_details from '../../db/schema/contact-details.ts';
import * as t_contact_form from '../../db/schema/contact-form.ts';
import * as t_customers from '../../db/schema/customers.ts';
import * as t_descriptions from '../../db/schema/descriptions.ts';
import * as t_facts from '../../db/schema/facts.ts';
import * as t_features from '../../db/schema/features.ts';
import * as t_hero from '../../db/schema/hero.ts';
import * as t_map from '../../db/schema/map.ts';
import * as t_menu from '../../db/schema/menu.ts';
import * as t_presentation from '../../db/schema/presentation.ts';
import * as t_pricing from '../../db/schema/pricing.ts';
import * as t_projects from '../../db/schema/projects.ts';
import * as t_promo from '../../db/schema/promo.ts';
import * as t_services from '../../db/schema/services.ts';
import * as t_subscribe from '../../db/schema/subscribe.ts';
import * as t_team from '../../db/schema/team.ts';
import { childRecord, record } from './record.ts';

export const clientHeadings = record('Client heading', t_clients.clientHeadings, clientsRules.clientHeading);
export const clients = childRecord('Client', t_clients.clients, clientsRules.client, clientHeadings);
export const companies = record('Company', t_company.companies, companyRules.company);
export const companySocialLinks = childRecord(
  'Social link',
  t_company.companySocialLinks,
  companyRules.companySocialLink,
  companies,
);
export const addressHeadings = record(
  'Address',
  t_contact_details.addressHeadings,
  contact_detailsRules.addressHeading,
);
export const contactLines = childRecord(
  'Contact line',
  t_contact_details.contactLines,
  contact_detailsRules.contactLine,
  addressHeadings,
);
export const touchHeadings = record('Get in touch heading', t_contact_form.touchHeadings, contact_formRules.touch);
export const customerHeadings = record(
  'Customer heading',
  t_customers.customerHeadings,
  customersRules.customerHeading,
);
export const customers = childRecord('Customer', t_customers.customers, customersRules.customer, customerHeadings);
export const customerFeedback = childRecord(
  'Feedback',
  t_customers.customerFeedback,
  customersRules.feedback,
  customers,
);
export const descriptions = record('Description', t_descriptions.descriptions, descriptionsRules.description);
export const factHeadings = record('Facts heading', t_facts.factHeadings, factsRules.factHeading);
export const facts = childRecord('Fact', t_facts.facts, factsRules.fact, factHeadings);
export const featureHeadings = record('Feature heading', t_features.featureHeadings, featuresRules.featureHeading);
export const featureItems = childRecord('Feature', t_features.featureItems, featuresRules.featureItem, featureHeadings);
export const heroes = record('Introduction', t_hero.heroes, heroRules.hero);
export const heroButtons = childRecord('Button', t_hero.heroButtons, heroRules.heroButton, heroes);
export const maps = record('Map', t_map.maps, mapRules.map);
export const menuItems = record('Menu entry', t_menu.menuItems, menuRules.menuItem);
export const presentationHeadings = record(
  'Presentation heading',
  t_presentation.presentationHeadings,
  presentationRules.presentationHeading,
);
export const presentationVideos = childRecord(
  'Video',
  t_presentation.presentationVideos,
  presentationRules.presentationVideo,
  presentationHeadings,
);
export const pricingHeadings = record('Price plan heading', t_pricing.pricingHeadings, pricingRules.pricingHeading);
export const plans = childRecord('Plan', t_pricing.plans, pricingRules.plan, pricingHeadings);
export const planFeatures = childRecord('Plan feature', t_pricing.planFeatures, pricingRules.planFeature, plans);
export const projectHeadings = record('Project heading', t_projects.projectHeadings, projectsRules.projectHeading);
export const projects = childRecord('Project', t_projects.projects, projectsRules.project, projectHeadings);
export const promos = record('Promotion', t_promo.promos, promoRules.promo);
export const serviceHeadings = record('Service heading', t_services.serviceHeadings, servicesRules.serviceHeading);
export const serviceItems = childRecord('Service', t_services.serviceItems, servicesRules.serviceItem, serviceHeadings);
export const subscribeHeadings = record(
  'Subscribe heading',
  t_subscribe.subscribeHeadings,
  subscribeRules.subscribeHeading,
);
export const teamHeadings = record('Team heading', t_team.teamHeadings, teamRules.teamHeading);
export const teamMembers = childRecord('Team member', t_team.teamMembers, teamRules.teamMember, teamHeadings);
export const memberSocialLinks = childRecord(
  'Social link',
  t_team.memberSocialLinks,
  teamRules.memberSocialLink,
  teamMembers,
);
