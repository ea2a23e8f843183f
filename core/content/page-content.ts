import { inArray } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { Database } from '../../db/database.ts';
import { images } from '../../db/schema/images.ts';
import { byDisplayOrder } from './display-order.ts';
import { type Edited, pageRows, type ShownRow } from './edited-rows.ts';
import type { RecordDefinition, RecordTable } from './record.ts';
import {
  addressHeadings,
  clientHeadings,
  clients,
  companies,
  companySocialLinks,
  contactLines,
  customerFeedback,
  customerHeadings,
  customers,
  descriptions,
  factHeadings,
  facts,
  featureHeadings,
  featureItems,
  heroButtons,
  heroes,
  maps,
  memberSocialLinks,
  menuItems,
  planFeatures,
  plans,
  presentationHeadings,
  presentationVideos,
  pricingHeadings,
  projectHeadings,
  projects,
  promos,
  serviceHeadings,
  serviceItems,
  subscribeHeadings,
  teamHeadings,
  teamMembers,
  touchHeadings,
} from './records.ts';

/** Everything the public page shows, active records only; a section without data is null or empty. */
export type LandingContent = Awaited<ReturnType<typeof loadContent>>;

/**
 * Reads the page's content: the first active heading of each section with its active children. A row that is being
 * edited is there in any case, and says so.
 */
export async function loadContent(db: Database, edited?: Edited) {
  const rows = await pageRows(db, edited);
  const content = {
    company: await first(rows, companies, { socialLinks: await rows.all(companySocialLinks) }),
    menu: await rows.all(menuItems),
    hero: await first(rows, heroes, { buttons: await rows.all(heroButtons) }),
    features: await first(rows, featureHeadings, { items: await rows.all(featureItems) }),
    descriptions: await rows.all(descriptions),
    services: await first(rows, serviceHeadings, { items: await rows.all(serviceItems) }),
    pricing: await first(rows, pricingHeadings, {
      plans: withChildren(await rows.all(plans), 'features', await rows.all(planFeatures)),
    }),
    subscribe: await first(rows, subscribeHeadings, {}),
    clients: await first(rows, clientHeadings, { items: publicClients(await rows.all(clients)) }),
    facts: await first(rows, factHeadings, { items: await rows.all(facts) }),
    projects: await first(rows, projectHeadings, { items: await rows.all(projects) }),
    team: await first(rows, teamHeadings, {
      members: withChildren(await rows.all(teamMembers), 'socialLinks', await rows.all(memberSocialLinks)),
    }),
    presentation: await first(rows, presentationHeadings, { videos: await rows.all(presentationVideos) }),
    customers: await first(rows, customerHeadings, {
      items: withChildren(await rows.all(customers), 'feedback', await rows.all(customerFeedback)),
    }),
    promo: await first(rows, promos, {}),
    touch: await first(rows, touchHeadings, {}),
    address: await first(rows, addressHeadings, { lines: await rows.all(contactLines) }),
    map: await first(rows, maps, {}),
  };
  return { ...content, images: await imageSizes(db, [content, edited?.pictures]) };
}

type Child = { parentId: number };

/** The first active row of a heading record, with those of its children that belong to it. */
async function first<Table extends RecordTable, Children extends Record<string, readonly Child[]>>(
  rows: Awaited<ReturnType<typeof pageRows>>,
  definition: RecordDefinition<Table>,
  children: Children,
): Promise<(ShownRow<Table> & Children) | null> {
  const heading = await rows.one(definition);
  if (!heading) return null;
  const own = Object.entries(children).map(([name, rows]) => [name, rows.filter((row) => row.parentId === heading.id)]);
  return { ...heading, ...castTo<Children>(Object.fromEntries(own)) };
}

function withChildren<Parent extends { id: number }, Name extends string, Row extends Child>(
  parents: readonly Parent[],
  name: Name,
  children: readonly Row[],
): (Parent & Record<Name, Row[]>)[] {
  return parents.map((parent) => {
    const own = { [name]: children.filter((child) => child.parentId === parent.id) };
    return { ...parent, ...castTo<Record<Name, Row[]>>(own) };
  });
}

/** Clients of the slider in their display order; what concerns their servers stays here (design, section 5). */
function publicClients(rows: readonly ShownRow<typeof clients.table>[]) {
  return byDisplayOrder(rows)
    .filter((row) => row.showOnHomePage || row.isEdited)
    .map(({ id, parentId, name, logo, isEdited }) => ({ id, parentId, name, logo, ...(isEdited && { isEdited }) }));
}

/** Width and height (px) of every picture the content names. */
async function imageSizes(db: Database, content: unknown) {
  const hashes = new Set(JSON.stringify(content).match(/(?<=")[0-9a-f]{32}(?=")/g));
  const found = await db
    .select({ hash: images.hash, width: images.width, height: images.height })
    .from(images)
    .where(inArray(images.hash, castTo<ImageHash[]>([...hashes])));
  return Object.fromEntries(found.map(({ hash, width, height }) => [hash, { width, height }]));
}
