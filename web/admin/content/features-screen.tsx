import { featureHeading, featureItem } from '../../../contract/features.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';

const headings = heading('features', {
  noun: 'feature heading',
  panel: 'Edit Feature Detail',
  purpose: 'The heading stands above your features.',
  schema: featureHeading,
  background: 'Background Image',
});

const items = recordView({
  noun: 'feature',
  panel: 'Edit Feature Details',
  rows: 'Features',
  purpose: 'Features appear as icons with a short text.',
  ...contentRecord('features', 'items'),
  schema: featureItem,
  columns: { name: column.text('Name'), description: column.text('Description'), isActive: column.yesNo() },
  fields: {
    name: field.text(),
    description: field.paragraph(),
    icon: field.icon({
      'uk-icon-thumbs-o-up': 'Thumbs up',
      'uk-icon-line-chart': 'Line chart',
      'uk-icon-bar-chart-o': 'Bar chart',
      'uk-icon-clock-o': 'Clock',
    }),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

/** Feature Detail (specification, section 2). */
export const FeaturesScreen = headingScreen('features', {
  heading: headings,
  children: { header: 'Features', view: items },
});
