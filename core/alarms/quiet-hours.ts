import { Temporal } from 'temporal-polyfill';
import type { QuietHours } from '../../contract/alarm-policies.ts';

/** When the quiet hours end in which `now` is; null outside of quiet hours. */
export function quietUntil(quiet: QuietHours | null, now: Date): Date | null {
  if (quiet === null) return null;
  const local = Temporal.Instant.fromEpochMilliseconds(Number(now)).toZonedDateTimeISO(quiet.timeZone);
  const [from, until] = [Temporal.PlainTime.from(quiet.from), Temporal.PlainTime.from(quiet.until)];
  const time = local.toPlainTime();
  const isAfter = (other: Temporal.PlainTime) => Temporal.PlainTime.compare(time, other) >= 0;
  const isOverMidnight = Temporal.PlainTime.compare(from, until) > 0;
  const isQuiet = isOverMidnight ? isAfter(from) || !isAfter(until) : isAfter(from) && !isAfter(until);
  if (!isQuiet) return null;
  const endsTomorrow = isOverMidnight && isAfter(from);
  const end = local.toPlainDate().add({ days: endsTomorrow ? 1 : 0 });
  return new Date(end.toZonedDateTime({ timeZone: quiet.timeZone, plainTime: until }).epochMilliseconds);
}
