import { serviceHeading, serviceItem } from '../../contract/services.ts';
import * as tables from '../../db/schema/services.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const serviceHeadings = record('Service heading', tables.serviceHeadings, serviceHeading);
export const serviceItems = childRecord('Service', tables.serviceItems, serviceItem, serviceHeadings);

export const servicesRouter = router({ heading: records(serviceHeadings), items: records(serviceItems) });
