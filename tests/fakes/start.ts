// Entry of `npm run fakes`: provider servers to try the product against by hand.
import { startFakeTwilio } from './twilio.ts';

/** Twilio's fake listens here, and delivers a message this long after it was taken, in ms. */
const twilioPort = 4010;
const deliverAfter = 2000;

const twilio = await startFakeTwilio({ port: twilioPort, deliverAfter });
const { accountSid, authToken } = twilio.addAccount();
process.stdout.write(
  [
    `Twilio: ${twilio.url}`,
    `  start the product with TWILIO_API_BASE=${twilio.url}`,
    `  AccountSID ${accountSid}`,
    `  AuthToken  ${authToken}`,
    '  numbers that refuse: +15005550001, 2, 3, 4 and 9, as with Twilio’s test credentials',
    '',
  ].join('\n'),
);
