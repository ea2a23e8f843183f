import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database.ts';
import { atomically } from '../query/atomically.ts';
import { nextRevision, readRevision } from '../query/content-revision.ts';
import * as tables from '../schema/index.ts';
import { sampleContent } from './content.ts';
import { sampleInserts } from './inserts.ts';
import { type PictureFile, pictureFiles } from './pictures.ts';

type PictureRow = typeof tables.images.$inferInsert;

/** What seeding takes from outside: the clock, and how to make the row of a picture file that is kept as it is. */
export interface SeedOptions {
  now(): Date;
  readPicture(bytes: Buffer, createdAt: Date): PictureRow;
}

/** True until the first content is written: a database whose records were all deleted is emptied, not empty. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await readRevision(db)) <= 1;
}

/** Fills an empty database with the sample company, all or nothing. */
export async function seedSample(db: Database, { now, readPicture }: SeedOptions): Promise<void> {
  const createdAt = now();
  const pictures = new Map<PictureFile, PictureRow>();
  for (const file of pictureFiles) {
    const bytes = await readFile(join(import.meta.dirname, 'pictures', file));
    pictures.set(file, readPicture(bytes, createdAt));
  }
  const content = sampleContent((file) => {
    const row = pictures.get(file);
    if (!row) throw new TypeError(`${file} is not listed in db/sample/pictures.ts`);
    return row.hash;
  });
  await atomically(db, (tx) => [
    tx
      .insert(tables.images)
      .values([...pictures.values()])
      .onConflictDoNothing(),
    ...sampleInserts(tx, content),
    nextRevision(tx),
  ]);
}

/** Gives an empty database one inactive heading a section, for the back office to edit. */
export async function seedEmpty(db: Database): Promise<void> {
  const heading = (title: string) => ({ title, subTitle: '', isActive: false });
  await atomically(db, (tx) => [
    tx.insert(tables.companies).values({
      name: 'Your company',
      address: '',
      email: '',
      city: '',
      zip: '',
      contactNumber: '',
      copyrightText: '',
      isActive: false,
    }),
    tx.insert(tables.heroes).values({ ...heading('Welcome'), description: '' }),
    tx.insert(tables.featureHeadings).values(heading('Features')),
    tx.insert(tables.serviceHeadings).values(heading('Services')),
    tx.insert(tables.pricingHeadings).values(heading('Pricing')),
    tx.insert(tables.subscribeHeadings).values(heading('Newsletter')),
    tx.insert(tables.clientHeadings).values(heading('Our clients')),
    tx.insert(tables.factHeadings).values(heading('In figures')),
    tx.insert(tables.projectHeadings).values(heading('Projects')),
    tx.insert(tables.teamHeadings).values(heading('Our team')),
    tx.insert(tables.presentationHeadings).values(heading('See how we work')),
    tx.insert(tables.customerHeadings).values(heading('What our customers say')),
    tx.insert(tables.promos).values(heading('Our offer')),
    tx.insert(tables.touchHeadings).values(heading('Get in touch')),
    tx.insert(tables.addressHeadings).values(heading('Where to find us')),
    tx.insert(tables.maps).values({ embed: '', isActive: false }),
    nextRevision(tx),
  ]);
}
