import { headingColumns, table } from '../columns.ts';

export const touchHeadings = table('touch_headings', headingColumns());
