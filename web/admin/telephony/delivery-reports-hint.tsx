import { Alert } from '@mantine/core';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';

/** Says that Twilio cannot report the delivery of messages while PUBLIC_URL is a local host. */
export function DeliveryReportsHint() {
  const { data } = trpc.telephony.deliveryReports.useQuery();
  if (!data || data.isReachable) return null;
  const isAdmin = userMay('telephony:write');
  return (
    <Alert color="ink" title="Twilio cannot report the delivery of messages">
      The status of a message follows with the sync of the message log, at most every 15 minutes.
      {isAdmin &&
        ` Twilio cannot call ${data.publicUrl}, so incoming messages do not arrive either: set PUBLIC_URL to the public address of this installation.`}
    </Alert>
  );
}
