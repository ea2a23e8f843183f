import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { contactMessage } from '../../contract/inbox.ts';
import { messages } from '../../contract/messages.ts';
import { touchHeadings } from '../sections/touch.ts';
import { headingFields } from './heading.ts';
import { restRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';

const heading = restRecord(touchHeadings, (caller) => caller.touch.heading, {
  id: 'ID',
  parent: null,
  fields: headingFields({
    title: 'TitleText',
    subTitle: 'SubTitleText',
    file: 'BackgroundImageFile',
    address: 'ApiBaseImageURL',
  }),
});

/** Get in touch: its heading and the public contact form (specification, sections 3 and 7). */
export const touchRest: RestSection = {
  title: 'Get in touch',
  records: [{ record: heading, read: 'getintouchmasterdetail', save: 'savegetintouchmasterdetail' }],
  routes: [
    {
      method: 'POST',
      path: '/api/sendemail',
      access: 'public',
      summary: 'The public contact form, as JSON or as a form; `website` stays empty',
      body: contactMessage,
      data: z.literal(1),
      form: { title: 'Message sent' },
      async answer({ body, caller }) {
        // The procedure's schema judges what was sent.
        await caller.inbox.send(castTo<never>(body));
        return { message: messages.contactThanks, data: 1 };
      },
    },
  ],
};
