import { and, ne, type SQL } from 'drizzle-orm';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';

/** Stands in the message log for the telephone number of an erased person. */
export const erasedNumber = 'erased';

/** True for messages whose numbers are not replaced. Neither an import nor a delivery report brings numbers or texts back. */
export const isNotErased: SQL | undefined = and(
  ne(log.toNumber, erasedNumber),
  ne(log.fromNumber, erasedNumber),
  ne(log.requestFrom, erasedNumber),
);
