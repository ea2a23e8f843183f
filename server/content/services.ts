import { serviceHeadings, serviceItems } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const servicesRouter = router({ heading: records(serviceHeadings), items: records(serviceItems) });
