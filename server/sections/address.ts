import { addressHeading, contactLine } from '../../contract/address.ts';
import * as tables from '../../db/schema/address.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const addressHeadings = record('Address', tables.addressHeadings, addressHeading);
export const contactLines = childRecord('Contact line', tables.contactLines, contactLine, addressHeadings);

export const addressRouter = router({ heading: records(addressHeadings), lines: records(contactLines) });
