import { serviceHeading, serviceItem } from '../../../contract/services.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';

const headings = heading('services', {
  noun: 'services heading',
  panel: 'Services Detail',
  purpose: 'The heading stands above your services.',
  schema: serviceHeading,
  background: 'Background',
});

const services = recordView({
  noun: 'service',
  panel: 'Service List',
  rows: 'Services',
  purpose: 'Services appear as icons with a short text.',
  ...contentRecord('services', 'items'),
  schema: serviceItem,
  columns: { name: column.text('Name'), description: column.text('Description'), isActive: column.yesNo() },
  fields: {
    name: field.text(),
    description: field.paragraph(),
    icon: field.icon({
      'uk-icon-html5': 'HTML5',
      'uk-icon-signal': 'Signal',
      'uk-icon-photo': 'Photo',
      'uk-icon-trophy': 'Trophy',
      'uk-icon-search': 'Search',
      'uk-icon-lightbulb-o': 'Light bulb',
      '/icons/mobile-white.svg': 'Mobile (white)',
      '/icons/server-white.svg': 'Server (white)',
    }),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

/** Services Detail (specification, section 2). */
export const ServicesScreen = headingScreen('services', {
  heading: headings,
  children: { header: 'Services', view: services },
});
