import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { restHeading } from './heading.ts';
import { restRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';

const heading = restHeading(records.features.heading, {
  id: 'FeatureID',
  title: 'FeatureTitleText',
  subTitle: 'FeatureSubTitleText',
  file: 'FeatureBackgroundImageFile',
  address: 'ApiImageURL',
});

const items = restRecord(records.features.items, {
  id: 'FeatureDetailID',
  parent: 'FeatureID',
  fields: {
    name: text('FeatureIconText'),
    description: text('FeatureIconDescription'),
    icon: text('FeatureIcon'),
    isActive: flag('IsActive'),
  },
});

/** Feature icons (specification, sections 3 and 7). */
export const featuresRest: RestSection = {
  title: 'Features',
  records: [
    { record: heading, read: 'getfeaturemasterdetail', save: 'savefeaturemaster' },
    {
      record: items,
      read: 'getfeaturedetail',
      save: 'savefeaturedetail',
      remove: ['deletefeaturedetail', 'FeatureDetailID'],
    },
  ],
};
