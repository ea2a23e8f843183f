import { statusSubscription, statusSubscriptionPath } from '../../contract/status-subscription.ts';
import { publicForm } from '../rest/public-form.ts';
import { restSection } from '../rest/record-routes.ts';

const message =
  'If this address is not subscribed yet, we have sent it a mail. Please follow the link in it within 24 hours.';

/** The form of the status page with which visitors subscribe to its updates. */
export const statusRest = restSection(
  'Status page',
  [],
  [
    publicForm({
      path: statusSubscriptionPath,
      name: 'form of the status page for updates by e-mail',
      body: statusSubscription,
      async send(caller, values) {
        await caller.status.subscribe(values);
        return message;
      },
      title: 'Please look into your mailbox',
    }),
  ],
);
