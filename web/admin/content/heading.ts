import type { z } from 'zod';
import type { heading as headingSchema } from '../../../contract/heading.ts';
import type { ImageHash } from '../../../contract/image-hash.ts';
import type { SectionKey } from '../../../contract/sections.ts';
import { client } from '../api/client.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { type RecordApi, type RecordView, recordView, type StoredRow } from '../records/record-view.ts';

type HeadingSchema = ReturnType<typeof headingSchema>;

interface HeadingRow extends StoredRow {
  title: string;
  subTitle: string;
  backgroundImage: ImageHash | null;
  isActive: boolean;
}

/** Sections whose heading has these four fields. */
type HeadingSection = Exclude<SectionKey, 'page' | 'company' | 'menu' | 'hero' | 'descriptions' | 'map'>;

interface HeadingDeclaration {
  noun: string;
  panel: string;
  purpose: string;
  schema: HeadingSchema;
  /** Column header of the background, as in the specification's text on the section. */
  background: string;
}

/** The heading record of most sections (contract/heading.ts): Title, Sub Title, background, IsActive. */
export function heading(section: HeadingSection, { background, ...declaration }: HeadingDeclaration): RecordView {
  // A section whose heading has other columns fails the type check here.
  const api: RecordApi<HeadingRow, z.input<HeadingSchema>> = client[section].heading;
  return recordView({
    ...declaration,
    path: `${section}.heading` as const,
    api,
    columns: {
      title: column.text('Title'),
      subTitle: column.text('Sub Title'),
      backgroundImage: column.picture(background),
      isActive: column.yesNo(),
    },
    fields: {
      title: field.text(),
      subTitle: field.text(),
      backgroundImage: field.image(),
      isActive: field.yesNo(),
    },
    initial: { isActive: true },
  });
}
