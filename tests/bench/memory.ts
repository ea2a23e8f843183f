import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** A process is idle if it uses less than a twentieth of a core for this long. */
const idleMs = 1000;
const maxIdleWaitMs = 120_000;

/** Resident memory of a process and its children, in megabytes. */
export function residentWithChildren(pid: number): number {
  return withChildren(pid).reduce((sum, each) => sum + megabytes(each, 'VmRSS'), 0);
}

/** Waits until a process and its children are idle: pictures of new content are drawn after a first start. */
export async function untilIdle(pid: number): Promise<void> {
  const givenUp = Date.now() + maxIdleWaitMs;
  for (let before = processorMs(pid); ; ) {
    await new Promise((resolve) => setTimeout(resolve, idleMs));
    const now = processorMs(pid);
    if (now - before < idleMs / 20) return;
    if (Date.now() > givenUp) throw new Error('the product is not idle');
    before = now;
  }
}

/** Processor time of a process, its children and its ended children. */
function processorMs(pid: number): number {
  return withChildren(pid).reduce((sum, each) => {
    // utime, stime, cutime and cstime, in ticks of 10 ms.
    const ticks = (fieldsOf(each) ?? []).slice(11, 15).map(Number);
    return sum + ticks.reduce((total, tick) => total + tick * 10, 0);
  }, 0);
}

function withChildren(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...all.map(Number).filter((each) => Number(fieldsOf(each)?.[1]) === pid)];
}

/** The fields of a process after its name, from its state on; null if the process has ended. */
function fieldsOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? null;
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
