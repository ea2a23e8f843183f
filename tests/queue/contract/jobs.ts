import { z } from 'zod';
import { runnableJob } from '../../fixture/runnable-job.ts';

/** A job that records its data and fails as often as the test asks. */
export function recorder(name: string, retry = { attempts: 3, backoffSeconds: 10 }) {
  const seen: string[] = [];
  const fails = { times: 0 };
  const job = runnableJob({
    name,
    data: z.object({ text: z.string() }),
    retry,
    async run({ text }) {
      seen.push(text);
      if (fails.times-- > 0) throw new Error(`cannot do ${text}`);
    },
  });
  return { job, seen, fails };
}

/** A job that runs until the test lets it go. */
export function held(name: string) {
  const started: string[] = [];
  const releases: (() => void)[] = [];
  const job = runnableJob({
    name,
    data: z.object({ text: z.string() }),
    retry: { attempts: 3, backoffSeconds: 10 },
    async run({ text }) {
      started.push(text);
      await new Promise<void>((resolve) => releases.push(resolve));
    },
  });
  const release = () => {
    for (const resolve of releases.splice(0)) resolve();
  };
  return { job, started, release };
}

/** A job that runs by itself and counts its runs. */
export function ticker(every = 60) {
  const runs = { count: 0 };
  const job = runnableJob({
    name: 'tick',
    data: z.object({}),
    retry: { attempts: 1, backoffSeconds: 1 },
    every,
    async run() {
      runs.count += 1;
    },
  });
  return { job, runs };
}

/** A scheduled job whose runs each wait for `release`. */
export function heldTicker(every = 60) {
  const { job, runs } = ticker(every);
  let release = () => {};
  const held = runnableJob({
    ...job,
    data: z.object({}),
    async run() {
      runs.count += 1;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  });
  return { job: held, runs, release: () => release() };
}
