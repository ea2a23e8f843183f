import { readFileSync, writeFileSync } from 'node:fs';

/** Resident memory of a process now, in megabytes. */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS');
}

/** The most that it was since the process began, or since `forgetPeak`. */
export function peakMegabytes(pid: number): number {
  return megabytes(pid, 'VmHWM');
}

/** Lets the kernel measure the most from here on. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function megabytes(pid: number, name: string): number {
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
