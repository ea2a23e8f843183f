import { addressHeadings, contactLines } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const addressRouter = router({ heading: records(addressHeadings), lines: records(contactLines) });
