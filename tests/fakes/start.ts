/** `npm run fakes`: the provider servers of the tests on fixed ports, to try the product by hand. */

import { startFakeTrello } from './trello.ts';
import { sampleBoards } from './trello-boards.ts';
import { startFakeTwilio } from './twilio.ts';

const trello = await startFakeTrello({ port: 4602, token: 'fake-trello-token' });
trello.boards.push(...sampleBoards());
const twilio = await startFakeTwilio({ port: 4601, deliverAfter: 2000 });

process.stdout.write(
  [
    'Start the product with:',
    `TRELLO_API_BASE=${trello.url} TRELLO_KEY=${trello.key} TRELLO_TOKEN=${trello.token} \\`,
    `TWILIO_API_BASE=${twilio.url} npm start`,
    '',
  ].join('\n'),
);
