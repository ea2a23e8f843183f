import type { Room } from './claim.ts';

/** Limits of one process. */
export interface Limits {
  /** Attempts at the same time. */
  running: number;
  /** Attempts at one host at the same time. */
  runningAtHost: number;
  /** Attempts that wait for their host. */
  waitingAtHost: number;
}

const defaults: Limits = { running: 256, runningAtHost: 10, waitingAtHost: 100 };

/** Shares out the attempts that this process may run. */
export function createPlaces(given: Partial<Limits> = {}) {
  const limits = { ...defaults, ...given };
  const hosts = new Map<string, { running: number; waiting: (() => void)[] }>();
  let claimed = 0;

  const roomAt = (host: string) => {
    const { running, waiting } = hosts.get(host) ?? { running: 0, waiting: [] };
    return limits.runningAtHost + limits.waitingAtHost - running - waiting.length;
  };

  async function enter(name: string): Promise<void> {
    const host = hosts.get(name) ?? { running: 0, waiting: [] };
    hosts.set(name, host);
    if (host.running < limits.runningAtHost) host.running += 1;
    // The place is handed over by the attempt that ends.
    else await new Promise<void>((resolve) => host.waiting.push(resolve));
  }

  function leave(name: string): void {
    const host = hosts.get(name);
    if (!host) return;
    const next = host.waiting.shift();
    if (next) {
      next();
      return;
    }
    host.running -= 1;
    if (host.running === 0) hosts.delete(name);
  }

  return {
    room(): Room {
      const fullHosts = [...hosts.keys()].filter((host) => roomAt(host) <= 0);
      return { places: limits.running - claimed, fullHosts, placesAt: roomAt };
    },
    /** Runs the attempt as soon as its host has a place. */
    async run(host: string, work: () => Promise<void>): Promise<void> {
      claimed += 1;
      await enter(host);
      try {
        await work();
      } finally {
        leave(host);
        claimed -= 1;
      }
    },
  };
}
