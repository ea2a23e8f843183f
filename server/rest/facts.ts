import { z } from 'zod';
import { records } from '../../core/content/records.ts';
import { count, flag, text } from './fields.ts';
import { restHeading } from './heading.ts';
import { restRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';

const heading = restHeading(records.facts.heading, {
  id: 'FactID',
  title: 'FactTitleText',
  subTitle: 'FactSubTitleText',
  file: 'FactsBackgroundImageFile',
  address: 'ApiImageURL',
});

const detail = restRecord(records.facts.items, {
  id: 'FactDetailID',
  parent: 'FactID',
  fields: { label: text('FactsLabel'), count: count('LabelCount'), isActive: flag('IsActive') },
  // The specification does not define this number; it is the counter's id.
  derived: { FactCounterID: { schema: z.int(), value: (row) => row.id } },
});

/** Facts counters (specification, sections 3 and 7). */
export const factsRest: RestSection = {
  title: 'Facts',
  records: [
    { record: heading, read: 'getfactmasterdetail', save: 'savefactmasterdetail' },
    { record: detail, read: 'getfactdetail', save: 'savefactdetail', remove: ['deletefactdetail', 'FactDetailID'] },
  ],
};
