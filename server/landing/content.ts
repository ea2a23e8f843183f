import { inArray } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { ImageHash } from '../../contract/fields.ts';
import type { Database } from '../../db/open.ts';
import { images } from '../../db/schema/images.ts';
import { publishedRows, type Row } from '../records/read.ts';
import type { RecordDefinition, RecordTable } from '../records/record.ts';
import { addressHeadings, contactLines } from '../sections/address.ts';
import { clientHeadings, clients } from '../sections/clients.ts';
import { companies, companySocialLinks } from '../sections/company.ts';
import { customerFeedback, customerHeadings, customers } from '../sections/customers.ts';
import { descriptions } from '../sections/descriptions.ts';
import { factHeadings, facts } from '../sections/facts.ts';
import { featureHeadings, featureItems } from '../sections/features.ts';
import { heroButtons, heroes } from '../sections/hero.ts';
import { maps } from '../sections/map.ts';
import { menuItems } from '../sections/menu.ts';
import { presentationHeadings, presentationVideos } from '../sections/presentation.ts';
import { planFeatures, plans, pricingHeadings } from '../sections/pricing.ts';
import { projectHeadings, projects } from '../sections/projects.ts';
import { promos } from '../sections/promo.ts';
import { serviceHeadings, serviceItems } from '../sections/services.ts';
import { subscribeHeadings } from '../sections/subscribe.ts';
import { memberSocialLinks, teamHeadings, teamMembers } from '../sections/team.ts';
import { touchHeadings } from '../sections/touch.ts';

/** Everything the public page shows, active records only; a section without data is null or empty. */
export type LandingContent = Awaited<ReturnType<typeof loadContent>>;

/** Reads the page's content: the first active heading of each section with its active children. */
export async function loadContent(db: Database) {
  const content = {
    company: await first(db, companies, { socialLinks: await publishedRows(db, companySocialLinks) }),
    menu: await publishedRows(db, menuItems),
    hero: await first(db, heroes, { buttons: await publishedRows(db, heroButtons) }),
    features: await first(db, featureHeadings, { items: await publishedRows(db, featureItems) }),
    descriptions: await publishedRows(db, descriptions),
    services: await first(db, serviceHeadings, { items: await publishedRows(db, serviceItems) }),
    pricing: await first(db, pricingHeadings, {
      plans: withChildren(await publishedRows(db, plans), 'features', await publishedRows(db, planFeatures)),
    }),
    subscribe: await first(db, subscribeHeadings, {}),
    clients: await first(db, clientHeadings, { items: publicClients(await publishedRows(db, clients)) }),
    facts: await first(db, factHeadings, { items: await publishedRows(db, facts) }),
    projects: await first(db, projectHeadings, { items: await publishedRows(db, projects) }),
    team: await first(db, teamHeadings, {
      members: withChildren(
        await publishedRows(db, teamMembers),
        'socialLinks',
        await publishedRows(db, memberSocialLinks),
      ),
    }),
    presentation: await first(db, presentationHeadings, { videos: await publishedRows(db, presentationVideos) }),
    customers: await first(db, customerHeadings, {
      items: withChildren(await publishedRows(db, customers), 'feedback', await publishedRows(db, customerFeedback)),
    }),
    promo: await first(db, promos, {}),
    touch: await first(db, touchHeadings, {}),
    address: await first(db, addressHeadings, { lines: await publishedRows(db, contactLines) }),
    map: await first(db, maps, {}),
  };
  return { ...content, images: await imageSizes(db, content) };
}

type Child = { parentId: number };

/** The first active row of a heading record, with those of its children that belong to it. */
async function first<Table extends RecordTable, Children extends Record<string, readonly Child[]>>(
  db: Database,
  definition: RecordDefinition<Table>,
  children: Children,
): Promise<(Row<Table> & Children) | null> {
  const [heading] = await publishedRows(db, definition);
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
function publicClients(rows: readonly Row<typeof clients.table>[]) {
  return rows
    .filter((row) => row.showOnHomePage)
    .sort((a, b) => a.displayOrder - b.displayOrder)
    .map(({ id, parentId, name, logo }) => ({ id, parentId, name, logo }));
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
