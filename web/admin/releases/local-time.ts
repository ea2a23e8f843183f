/** Date and time on the clock, as the browser's inputs have them: '2026-03-30' and '08:00'. */
export interface LocalParts {
  date: string;
  time: string;
}

/** An instant on the clocks of a zone. */
export function localPartsOf(instant: Date, timeZone: string): LocalParts {
  // Swedish dates are written as inputs have them.
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(instant)
    .split(' ');
  return { date, time };
}

/** Eight o'clock tomorrow. */
export function nextMorning(now: Date, timeZone: string): LocalParts {
  const { date } = localPartsOf(new Date(Number(now) + 86_400_000), timeZone);
  return { date, time: '08:00' };
}
