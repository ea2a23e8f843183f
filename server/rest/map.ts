import { mapHeight } from '../../contract/map.ts';
import { records } from '../../core/content/records.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { type Field, flag, text } from './fields.ts';
import { restRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';

/** Only the map's address is kept of what was pasted; the frame around it in a read is ours. */
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
export const mapRest: RestSection = {
  title: 'Map',
  records: [{ record: map, read: 'getmapdetail', save: 'savemapdetail' }],
};
