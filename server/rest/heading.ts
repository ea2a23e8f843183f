import { castTo } from '../../contract/cast.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { RecordDefinition, RecordTable } from '../../core/content/record.ts';
import { flag, text } from './fields.ts';
import { picture } from './pictures.ts';
import { type Names, type RestRecord, restRecord } from './record.ts';

/** The table of a heading record: it has the columns of `headingColumns` (db/columns.ts) and no others. */
type HeadingTable = RecordTable & {
  $inferSelect: { title: string; subTitle: string; backgroundImage: ImageHash | null; isActive: boolean };
};

interface HeadingNames {
  id: string;
  title: string;
  subTitle: string;
  /** The picture in a save. */
  file: string;
  /** The picture's address in a read. */
  address: string;
}

/** Declares the documented names of a heading record (contract/heading.ts). */
export function restHeading<Table extends HeadingTable>(
  definition: RecordDefinition<Table>,
  { id, title, subTitle, file, address }: HeadingNames,
): RestRecord<Table> {
  const fields = {
    title: text(title),
    subTitle: text(subTitle),
    backgroundImage: picture(file, address),
    isActive: flag('IsActive'),
  };
  // HeadingTable has exactly these columns; TypeScript cannot list the columns of a type parameter.
  return restRecord(definition, castTo<Names<Table>>({ id, parent: null, fields }));
}
