import { documentedGroups } from './api-docs-model.ts';
import { routeGroups } from './registry.ts';

const introduction = [
  '# REST paths',
  '',
  'Written by `npm run docs:rest` from `server/rest/`; do not edit by hand.',
  '',
  'Every answer is `{Status, Message, Data}`. Status: 0 success, 1 fail, 2 exception, 3 validation error, 4 redirect,',
  '5 unauthorized. `Data` of a read is an array, of a save or delete the id of the record; a refused save answers 400',
  'with `Data: {fields: {<name>: <message>}}`. A 403 with `Data: {needsProof: true}` works in the ten minutes after a',
  'sign-in; with `Data: {needsSecondFactor: true}` the user must first set up a second factor in the back office.',
  '',
  '- Access: *public* needs no token; the others take `Authorization: Bearer <access_token>`; a permission such as *content:read* is explained in docs/people.md.',
  '- Reads give active records only; with the token of an Admin `?all=true` includes inactive ones. Reads carry an ETag.',
  '- Flags are written as 1/0, "1"/"0" or true/false and read as 1/0. Digits sent as text are taken for numbers.',
  '- A save without an id (or null, 0, "") creates, one with an id updates; an unknown id is 404. Fields in **bold** are',
  '  required in both. A save that leaves out a picture or another optional field keeps it.',
  '- The header `Idempotency-Key` (22 to 64 letters, digits, - or _) makes a creating save safe to repeat for a day: saves',
  '  of one user with the same key create one row.',
  '- `GET /api/history` has the changes of the records below. `Record` is the name at the beginning of their paths’',
  '  descriptions (any case in the query). `Values` are the fields of the save, as a read answered them after the change (of a',
  '  deleted record: before), flags as 1/0 and the id of the parent included, so that a save takes them again. Pictures are',
  '  addresses under the first name that a read has for them; a save ignores that name, a restore puts the picture back.',
  '  `Changes` has the fields that differ from the entry before, with `From` and `To`; null is empty. `Place` in it is the',
  '  place in the list, which no save has. A read with `before` and the last `RevisionID` goes on.',
  '- Pictures are sent as `{Name, ImageBase64}` with a data URL and read as an address.',
  '',
  'The same as OpenAPI 3.1: `/api/openapi.json`; as a page: `/api/docs`.',
  '',
].join('\n');

/** docs/rest.md: a table of every path. */
export function restMarkdown(): string {
  const tables = documentedGroups(routeGroups).map(({ title, routes }) => {
    const rows = routes.map(({ method, path, access, summary, body, data }) => {
      const fields = body.map(({ name, required }) => (required ? `**${name}**` : name)).join(', ');
      return `| ${method} | \`${path}\` | ${access} | ${summary} | ${fields} | ${data.join(', ')} |`;
    });
    return `## ${title}\n\n| verb | path | access | what | body | data |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return [introduction, ...tables].join('\n');
}
