import { readFileSync, writeFileSync } from 'node:fs';
import { withPermissionTable } from './people-docs.ts';

const file = new URL('../../docs/people.md', import.meta.url);
writeFileSync(file, withPermissionTable(readFileSync(file, 'utf8')));
