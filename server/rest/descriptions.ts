import { z } from 'zod';
import { positions } from '../../contract/descriptions.ts';
import { anchors } from '../../contract/links.ts';
import { records } from '../../core/content/records.ts';
import { flag, numbered, text } from './fields.ts';
import { picture } from './pictures.ts';
import { restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

/** Position of the description blocks among the page's sections, counted from 1. */
const sectionId = anchors.findIndex(({ link }) => link === 'offer') + 1;

const blocks = restRecord(records.descriptions.items, {
  id: 'DescriptionID',
  parent: null,
  fields: {
    title: text('DescriptionTitleText'),
    description: text('DescriptionSubTitleText'),
    backgroundImage: picture('DescriptionBackgroundImageFile', 'ApiImageURL', 'DescriptionBackgroundImage'),
    // 1 = left, 2 = right (design, section 6).
    side: numbered('Position', positions, 1),
    isActive: flag('IsActive'),
  },
  derived: { SectionID: { schema: z.int(), value: () => sectionId } },
});

/** Description blocks (specification, sections 3 and 7). */
export const descriptionsRest = restSection('Descriptions', [
  { record: blocks, read: 'getdescriptiondetail', save: 'savedescriptionmaster' },
]);
