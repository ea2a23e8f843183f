import type { Dependencies } from '../../server/dependencies.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { sessionFor } from '../fixture/session.ts';

const admin = sessionFor();
const createCaller = createCallerFactory(appRouter);

/** Two processes on one new store, with an Admin's procedures for each. */
export async function makeReplicas(time: { now?: () => Date } = {}) {
  const made = await makeDependencies({}, time);
  const deps: Dependencies[] = [made.deps, await made.replica()];
  const callers = deps.map((own) => createCaller({ deps: own, session: admin, ip: '192.0.2.1', requestId: 'test' }));
  return {
    deps: made.deps,
    store: made.store,
    /** Runs the work `count` times at the same time, half of them on each replica. The outcomes are in order. */
    together<Result>(
      count: number,
      work: (caller: (typeof callers)[number], place: number, deps: Dependencies) => Promise<Result>,
    ): Promise<PromiseSettledResult<Result>[]> {
      const pairs = deps.map((own, place) => ({ own, caller: callers[place] }));
      return Promise.allSettled(
        Array.from({ length: count }, async (_, place) => {
          const { own, caller } = pairs[place % pairs.length] ?? {};
          if (!own || !caller) throw new Error('no replica');
          return work(caller, place, own);
        }),
      );
    },
    remove: made.remove,
  };
}

export type Replicas = Awaited<ReturnType<typeof makeReplicas>>;

/** Values of the outcomes that succeeded. */
export function done<Result>(outcomes: readonly PromiseSettledResult<Result>[]): Result[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

/** Error messages of the outcomes that failed. */
export function failures(outcomes: readonly PromiseSettledResult<unknown>[]): string[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason.message)] : []));
}
