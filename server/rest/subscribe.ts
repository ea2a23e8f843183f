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

const confirmHint = 'Please confirm it with the link in the mail that we have sent you.';

/** Newsletter: its heading (specification, sections 3 and 7) and the public form (design, section 6). */
export const subscribeRest = restSection(
  'Subscribe',
  [{ record: heading, read: 'getsubscribedetail', save: 'savesubscribemaster' }],
  [
    publicForm({
      path: '/api/subscribe',
      name: 'newsletter form',
      body: subscription,
      async send(caller, values) {
        const { needsConfirmation } = await caller.subscribe.add(values);
        return needsConfirmation ? `${messages.emailAdded} ${confirmHint}` : messages.emailAdded;
      },
      title: 'Thank you',
    }),
    subscribersExport,
  ],
);
