const two = (part: number) => String(part).padStart(2, '0');

/** MM/dd/yyyy hh:mm:ss a (specification, section 2); empty for a server that never reported. */
export function stamp(instant: string | Date | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  const date = `${two(at.getMonth() + 1)}/${two(at.getDate())}/${at.getFullYear()}`;
  const time = `${two(at.getHours() % 12 || 12)}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  return `${date} ${time} ${at.getHours() < 12 ? 'AM' : 'PM'}`;
}

/** A duration as people read it: `340 ms`, `4.2 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** A share of time; never 100 % with an outage in it. */
export function percent(share: number | null): string {
  if (share === null) return '–';
  return `${(Math.floor(share * 10_000) / 100).toFixed(share === 1 ? 0 : 2)} %`;
}
