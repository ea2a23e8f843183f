import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ImageHash } from '../../contract/image-hash.ts';
import * as tables from '../../db/schema/index.ts';

type ImageColumn = AnySQLiteColumn<{ data: ImageHash; notNull: false }>;

/** Every column that refers to a stored picture; a test holds the list complete. A picture named in none is unused. */
export const imageColumns: readonly ImageColumn[] = [
  tables.companies.logo,
  tables.heroes.logo,
  tables.heroes.backgroundImage,
  tables.featureHeadings.backgroundImage,
  tables.descriptions.backgroundImage,
  tables.serviceHeadings.backgroundImage,
  tables.pricingHeadings.backgroundImage,
  tables.plans.image,
  tables.subscribeHeadings.backgroundImage,
  tables.clientHeadings.backgroundImage,
  tables.clients.logo,
  tables.factHeadings.backgroundImage,
  tables.projectHeadings.backgroundImage,
  tables.projects.backgroundImage,
  tables.teamHeadings.backgroundImage,
  tables.teamMembers.photo,
  tables.presentationHeadings.backgroundImage,
  tables.presentationVideos.poster,
  tables.customerHeadings.backgroundImage,
  tables.customers.photo,
  tables.promos.backgroundImage,
  tables.touchHeadings.backgroundImage,
  tables.addressHeadings.backgroundImage,
];
