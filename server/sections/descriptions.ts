import { description } from '../../contract/descriptions.ts';
import * as tables from '../../db/schema/descriptions.ts';
import { record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const descriptions = record('Description', tables.descriptions, description);

export const descriptionsRouter = router({ items: records(descriptions) });
