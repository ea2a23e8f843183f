import { headingColumns, table } from '../columns.ts';

export const contactFormHeadings = table('touch_headings', headingColumns());
