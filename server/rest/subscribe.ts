import { messages } from '../../contract/messages.ts';
import { subscription } from '../../contract/subscribe.ts';
import { records } from '../../core/content/records.ts';
import { subscribersExport } from '../inbox/subscribers-export.ts';
import { restHeading } from './heading.ts';
import { publicForm } from './public-form.ts';
import type { RestSection } from './record-routes.ts';

const heading = restHeading(records.subscribe.heading, {
  id: 'SubscribeID',
  title: 'SubscribeTitleText',
  subTitle: 'SubscribeSubTitleText',
  file: 'SubscribeBackgroundImageFile',
  address: 'ApiImageURL',
});

/** Newsletter: its heading (specification, sections 3 and 7) and the public form (design, section 6). */
export const subscribeRest: RestSection = {
  title: 'Subscribe',
  records: [{ record: heading, read: 'getsubscribedetail', save: 'savesubscribemaster' }],
  routes: [
    publicForm({
      path: '/api/subscribe',
      name: 'newsletter form',
      body: subscription,
      send: (caller, sent) => caller.subscribe.add(sent),
      message: messages.emailAdded,
      title: 'Subscribed',
    }),
    subscribersExport,
  ],
};
