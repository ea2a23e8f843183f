// `npm run fakes`: provider servers for trying the product by hand.
import { startFakeTwilio } from './twilio.ts';

/** Port of the fake Twilio. */
const twilioPort = 4010;
/** Time from accepting to delivering a message, in ms. */
const deliverAfter = 2000;

const twilio = await startFakeTwilio({ port: twilioPort, deliverAfter });
const { accountSid, authToken } = twilio.addAccount();
// The product names no status callback at a local host, as Twilio refuses those.
twilio.tunnel = { from: 'http://vitrine.example', to: 'http://localhost:3000' };
process.stdout.write(
  [
    `Twilio: ${twilio.url}`,
    `  start the product with TWILIO_API_BASE=${twilio.url}`,
    `  and PUBLIC_URL=${twilio.tunnel.from}, for status callbacks: this server sends them to ${twilio.tunnel.to}`,
    `  AccountSID ${accountSid}`,
    `  AuthToken  ${authToken}`,
    '  numbers that fail: +15005550001, 2, 3, 4 and 9, as with Twilio’s test credentials',
    '',
  ].join('\n'),
);
