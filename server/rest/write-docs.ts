import { writeFileSync } from 'node:fs';
import { restMarkdown } from './markdown.ts';

writeFileSync(new URL('../../docs/rest.md', import.meta.url), restMarkdown());
