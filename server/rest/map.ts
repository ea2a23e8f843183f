import { mapHeight } from '../../contract/map.ts';
import { records } from '../../core/content/records.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { type Field, flag, text } from './fields.ts';
import { restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

/** Only the address of a pasted map is stored; a read puts it into the product's own frame. */
const iframe: Field<string> = {
  ...text('GoogleMapIframe'),
  read: (address) => ({
    GoogleMapIframe: `<iframe src="${escapeHtml(address)}" width="100%" height="${mapHeight}" loading="lazy"></iframe>`,
  }),
};

const map = restRecord(records.map.heading, {
  id: 'MapID',
  parent: null,
  fields: { embed: iframe, isActive: flag('IsActive') },
});

/** Embedded map (specification, sections 3 and 7). */
export const mapRest = restSection('Map', [{ record: map, read: 'getmapdetail', save: 'savemapdetail' }]);
