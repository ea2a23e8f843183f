import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { permissionWords, roleFacts } from '../../contract/roles.ts';
import { withPermissionTable } from '../../core/accounts/people-docs.ts';

test('docs/people.md has the permissions of the code; `npm run docs:people` writes them', () => {
  const document = readFileSync('docs/people.md', 'utf8');
  expect(withPermissionTable(document)).toBe(document);
});

test('an Owner has every permission except those that restrict clients to their own account', () => {
  const forClients = roleFacts.Client.permissions;
  const others = Object.keys(permissionWords).filter((one) => !forClients.some((own) => own === one));
  expect([...roleFacts.Admin.permissions].sort()).toEqual(others.sort());
});
