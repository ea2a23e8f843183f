import { messages } from '../../contract/messages.ts';
import { subscription } from '../../contract/subscribe.ts';
import { records } from '../../core/content/records.ts';
import { subscribersExport } from '../inbox/subscribers-export.ts';
import { publicForm } from './public-form.ts';
import { restHeading } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.subscribe.heading, {
  id: 'SubscribeID',
  title: 'SubscribeTitleText',
  subTitle: 'SubscribeSubTitleText',
  file: 'SubscribeBackgroundImageFile',
});

/** Newsletter: its heading (specification, sections 3 and 7) and the public form (design, section 6). */
export const subscribeRest = restSection(
  'Subscribe',
  [{ record: heading, read: 'getsubscribedetail', save: 'savesubscribemaster' }],
  [
    publicForm({
      path: '/api/subscribe',
      name: 'newsletter form',
      body: subscription,
      send: (caller, values) => caller.subscribe.add(values),
      message: messages.emailAdded,
      title: 'Subscribed',
    }),
    subscribersExport,
  ],
);
