import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.features.heading, {
  id: 'FeatureID',
  title: 'FeatureTitleText',
  subTitle: 'FeatureSubTitleText',
  file: 'FeatureBackgroundImageFile',
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
export const featuresRest = restSection('Features', [
  { record: heading, read: 'getfeaturemasterdetail', save: 'savefeaturemaster' },
  {
    record: items,
    read: 'getfeaturedetail',
    save: 'savefeaturedetail',
    remove: ['deletefeaturedetail', 'FeatureDetailID'],
  },
]);
