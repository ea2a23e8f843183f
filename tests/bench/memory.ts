import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Resident memory of a process and its children, in megabytes. */
export function residentWithChildren(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + megabytes(each, 'VmRSS'), 0);
}

function parentOf(pid: string): number | null {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return Number(rest.split(' ')[1]);
  } catch {
    return null;
  }
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
