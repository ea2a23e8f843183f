import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const layout = restRecord(records.page.layout, {
  id: 'PageLayoutID',
  parent: null,
  fields: {
    sectionOrder: text('SectionOrder'),
    hiddenSections: text('HiddenSections'),
    isActive: flag('IsActive'),
  },
});

/** Order and visibility of the page's sections. */
export const pageRest = restSection('Page', [{ record: layout, read: 'getpagelayout', save: 'savepagelayout' }]);
