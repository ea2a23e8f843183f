import { permissionWords, roleFacts, roles } from '../../contract/roles.ts';

/** The table of roles and permissions for docs/people.md. */
function permissionTable(): string {
  const head = `| permission | users may | ${roles.map((role) => roleFacts[role].label).join(' | ')} |`;
  const rule = `|---|---|${roles.map(() => ':-:|').join('')}`;
  const rows = Object.entries(permissionWords).map(([permission, words]) => {
    const has = roles.map((role) => (roleFacts[role].permissions.some((one) => one === permission) ? 'yes' : ''));
    return `| \`${permission}\` | ${words} | ${has.join(' | ')} |`;
  });
  return [head, rule, ...rows].join('\n');
}

const begin = '<!-- permissions: written by npm run docs:people -->';
const end = '<!-- end of permissions -->';

/** The document with the table in the place that its comments mark. */
export function withPermissionTable(document: string): string {
  const [before, rest = ''] = document.split(begin);
  const after = rest.slice(rest.indexOf(end));
  return `${before}${begin}\n\n${permissionTable()}\n\n${after}`;
}
