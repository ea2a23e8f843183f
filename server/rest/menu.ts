import { z } from 'zod';
import { anchors } from '../../contract/links.ts';
import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { restRecord } from './record.ts';
import { restSection } from './record-routes.ts';
import { route } from './route.ts';

const items = restRecord(records.menu.items, {
  id: 'NavbarID',
  publicId: 'MenuId',
  parent: null,
  fields: { text: text('NavbarText'), link: text('NavbarLink'), isActive: flag('IsActive') },
});

/** Top navigation (specification, sections 3 and 7). */
export const menuRest = restSection(
  'Menu',
  [{ record: items, read: 'getnavbardetail', save: 'savenavbar', remove: ['deletenavbar', 'MenuId'] }],
  [
    route({
      method: 'GET',
      path: '/api/getnavbarmasterdetail',
      access: 'public',
      summary: "The page's sections a menu entry or button may lead to",
      output: z.array(z.object({ NavbarLink: z.string(), NavbarText: z.string() })),
      handle: async () => ({ data: anchors.map(({ link, text }) => ({ NavbarLink: link, NavbarText: text })) }),
    }),
  ],
);
