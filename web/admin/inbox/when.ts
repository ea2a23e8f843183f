const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A point in time of an answer as people read it. */
export function when(instant: string | Date): string {
  return format.format(new Date(instant));
}
