import { reconcileMonitors } from '../../core/health/reconcile.ts';
import type { Dependencies } from '../dependencies.ts';

/** Waits for a change of the content, and makes the monitors follow clients that it has brought back, changed or deleted. */
export async function withMonitors<Result>({ db, now }: Dependencies, change: Promise<Result>): Promise<Result> {
  const result = await change;
  await reconcileMonitors(db, now());
  return result;
}
