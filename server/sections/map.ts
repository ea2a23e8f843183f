import { map } from '../../contract/map.ts';
import * as tables from '../../db/schema/map.ts';
import { record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const maps = record('Map', tables.maps, map);

export const mapRouter = router({ map: records(maps) });
