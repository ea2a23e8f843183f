import { readFileSync, writeFileSync } from 'node:fs';

/** Current resident memory of a process, in megabytes. */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS');
}

/** Peak resident memory since the process started, or since `forgetPeak`, in megabytes. */
export function peakMegabytes(pid: number): number {
  return megabytes(pid, 'VmHWM');
}

/** Resets the kernel's peak of the process. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function megabytes(pid: number, name: string): number {
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
