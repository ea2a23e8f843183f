import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../database.ts';
import * as tables from '../schema/index.ts';
import type { SampleContent } from './content.ts';

type Writer = Pick<Database, 'insert'>;
type Parent = SQLiteTable & { id: AnySQLiteColumn; position: AnySQLiteColumn };

/** The statements that write the sample into empty tables, parents before their children. */
export function sampleInserts(tx: Writer, content: SampleContent) {
  return [...headings(tx, content), ...children(tx, content), ...grandchildren(tx, content)];
}

function headings(tx: Writer, content: SampleContent) {
  return [
    tx.insert(tables.companies).values(content.company),
    tx.insert(tables.menuItems).values(placed(content.menu)),
    tx.insert(tables.heroes).values(content.hero),
    tx.insert(tables.featureHeadings).values(content.features),
    tx.insert(tables.descriptions).values(placed(content.descriptions)),
    tx.insert(tables.serviceHeadings).values(content.services),
    tx.insert(tables.pricingHeadings).values(content.pricing),
    tx.insert(tables.subscribeHeadings).values(content.subscribe),
    tx.insert(tables.clientHeadings).values(content.clients),
    tx.insert(tables.factHeadings).values(content.facts),
    tx.insert(tables.projectHeadings).values(content.projects),
    tx.insert(tables.teamHeadings).values(content.team),
    tx.insert(tables.presentationHeadings).values(content.presentation),
    tx.insert(tables.customerHeadings).values(content.customers),
    tx.insert(tables.promos).values(content.promo),
    tx.insert(tables.contactFormHeadings).values(content.contactForm),
    tx.insert(tables.contactDetailsHeadings).values(content.address),
    tx.insert(tables.maps).values(content.map),
  ];
}

function children(tx: Writer, content: SampleContent) {
  return [
    tx.insert(tables.companySocialLinks).values(below(tables.companies, content.company.socialLinks)),
    tx.insert(tables.heroButtons).values(below(tables.heroes, content.hero.buttons)),
    tx.insert(tables.featureItems).values(below(tables.featureHeadings, content.features.items)),
    tx.insert(tables.serviceItems).values(below(tables.serviceHeadings, content.services.items)),
    tx.insert(tables.plans).values(below(tables.pricingHeadings, content.pricing.plans)),
    tx.insert(tables.clients).values(below(tables.clientHeadings, content.clients.items)),
    tx.insert(tables.facts).values(below(tables.factHeadings, content.facts.items)),
    tx.insert(tables.projects).values(below(tables.projectHeadings, content.projects.items)),
    tx.insert(tables.teamMembers).values(below(tables.teamHeadings, content.team.members)),
    tx.insert(tables.presentationVideos).values(below(tables.presentationHeadings, content.presentation.videos)),
    tx.insert(tables.customers).values(below(tables.customerHeadings, content.customers.items)),
    tx.insert(tables.contactLines).values(below(tables.contactDetailsHeadings, content.address.lines)),
  ];
}

function grandchildren(tx: Writer, content: SampleContent) {
  const { plans } = content.pricing;
  const { members } = content.team;
  const { items } = content.customers;
  return [
    tx.insert(tables.planFeatures).values(belowEach(tables.plans, plans, (plan) => plan.features)),
    tx.insert(tables.memberSocialLinks).values(belowEach(tables.teamMembers, members, (member) => member.socialLinks)),
    tx.insert(tables.customerFeedback).values(belowEach(tables.customers, items, (customer) => customer.feedback)),
  ];
}

/** Numbers a list's rows in their order. */
function placed<Row>(rows: readonly Row[]) {
  return rows.map((row, index) => ({ ...row, position: index + 1 }));
}

// All of it is one transaction, so ids of parents are not known here yet. In empty tables they need not be: a heading
// is the only row of its table, and a heading's children each have a place of their own.

/** Rows that belong to the heading. */
function below<Row>(heading: Parent, rows: readonly Row[]) {
  const parentId = sql<number>`(select ${heading.id} from ${heading})`;
  return placed(rows).map((row) => ({ ...row, parentId }));
}

/** Rows that belong to each of a heading's children. */
function belowEach<Owner, Row>(table: Parent, owners: readonly Owner[], rowsOf: (owner: Owner) => readonly Row[]) {
  return placed(owners).flatMap((owner) => {
    const parentId = sql<number>`(select ${table.id} from ${table} where ${table.position} = ${owner.position})`;
    return placed(rowsOf(owner)).map((row) => ({ ...row, parentId }));
  });
}
