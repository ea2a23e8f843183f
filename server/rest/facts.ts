import { z } from 'zod';
import { records } from '../../core/content/records.ts';
import { count, flag, text } from './fields.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.facts.heading, {
  id: 'FactID',
  title: 'FactTitleText',
  subTitle: 'FactSubTitleText',
  file: 'FactsBackgroundImageFile',
});

const detail = restRecord(records.facts.items, {
  id: 'FactDetailID',
  parent: 'FactID',
  fields: { label: text('FactsLabel'), count: count('LabelCount'), isActive: flag('IsActive') },
  derived: { FactCounterID: { schema: z.int(), value: (row) => row.id } },
});

/** Facts counters (specification, sections 3 and 7; FactCounterID, which it does not explain, is the counter's id). */
export const factsRest = restSection('Facts', [
  { record: heading, read: 'getfactmasterdetail', save: 'savefactmasterdetail' },
  { record: detail, read: 'getfactdetail', save: 'savefactdetail', remove: ['deletefactdetail', 'FactDetailID'] },
]);
