import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { messages } from '../../contract/messages.ts';
import { subscription } from '../../contract/subscribe.ts';
import { subscribeHeadings } from '../sections/subscribe.ts';
import { headingFields } from './heading.ts';
import { restRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';

const heading = restRecord(subscribeHeadings, (caller) => caller.subscribe.heading, {
  id: 'SubscribeID',
  parent: null,
  fields: headingFields({
    title: 'SubscribeTitleText',
    subTitle: 'SubscribeSubTitleText',
    file: 'SubscribeBackgroundImageFile',
    address: 'ApiImageURL',
  }),
});

/** Newsletter: its heading (specification, sections 3 and 7) and the public form (design, section 6). */
export const subscribeRest: RestSection = {
  title: 'Subscribe',
  records: [{ record: heading, read: 'getsubscribedetail', save: 'savesubscribemaster' }],
  routes: [
    {
      method: 'POST',
      path: '/api/subscribe',
      access: 'public',
      summary: 'The public newsletter form, as JSON or as a form; `website` stays empty',
      body: subscription,
      data: z.literal(1),
      form: { title: 'Subscribed' },
      async answer({ body, caller }) {
        // The procedure's schema judges what was sent.
        await caller.subscribe.add(castTo<never>(body));
        return { message: messages.emailAdded, data: 1 };
      },
    },
  ],
};
