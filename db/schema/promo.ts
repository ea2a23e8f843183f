import { headingColumns, table } from '../columns.ts';

export const promos = table('promos', headingColumns());
