import type { ImageHash } from '../../contract/fields.ts';
import { type Field, flag, picture, text } from './fields.ts';

interface HeadingFields {
  title: Field<string>;
  subTitle: Field<string>;
  backgroundImage: Field<ImageHash | null>;
  isActive: Field<boolean>;
}

/** The documented names of a heading record's fields (contract/heading.ts). */
export function headingFields(names: {
  title: string;
  subTitle: string;
  /** The picture in a save. */
  file: string;
  /** The picture's address in a read. */
  address: string;
}): HeadingFields {
  return {
    title: text(names.title),
    subTitle: text(names.subTitle),
    backgroundImage: picture(names.file, names.address),
    isActive: flag('IsActive'),
  };
}
