// A provider whose log has ENTRIES entries. It makes each entry when the entry is read and stores none, so the bench measures
// the reader.
import { createServer } from 'node:http';
import { account, entry } from './telephony-data.ts';

const entries = Number(process.env.ENTRIES);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://provider');
  const size = Number(url.searchParams.get('PageSize') ?? 50);
  const begin = Number(url.searchParams.get('PageToken') ?? 0);
  const length = Math.max(0, Math.min(size, entries - begin));
  const messages = Array.from({ length }, (_, place) => entry(entries - 1 - begin - place));
  const isLast = begin + length >= entries;
  const path = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`;
  const next_page_uri = isLast ? null : `${path}?PageSize=${size}&PageToken=${begin + length}`;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ messages, page_size: size, next_page_uri }));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
process.on('SIGTERM', () => process.exit(0));
