import type { PolicyFields, PolicyRecipient } from '../../contract/alarm-policies.ts';

/** The part of a policy that says who is notified when. */
export type Plan = Pick<PolicyFields, 'steps' | 'repeats' | 'repeatMinutes'>;

/** Without a policy everyone is notified at once. */
export const planWithoutPolicy: Plan = {
  steps: [{ afterMinutes: 0, recipients: [{ kind: 'server' }, { kind: 'company' }] }],
  repeats: 0,
  repeatMinutes: 30,
};

/** One who is notified, identified by a key such as `contact-7`. */
interface Keyed {
  key: string;
}

/** What happens at a step. */
export interface PlannedStep<Target> {
  /** Who is notified, each once. Empty: nobody can be. */
  targets: Target[];
  /** The position of the step that is taken. */
  position: number;
  /** Positions of steps that reach nobody, and were left out. */
  unreached: number[];
  /** The next position, and the milliseconds until then. Null: that was the last step. */
  next: { position: number; afterMs: number } | null;
  /** No step reached anybody: the targets are those who are notified without a policy. */
  isFallback: boolean;
}

/**
 * Plans the step at a position, counted over all runs of the steps. A step that reaches nobody leaves its place to the next one. If no
 * step has reached anybody by the end, everyone who is notified without a policy is notified.
 */
export function planStep<Target extends Keyed>(
  plan: Plan,
  { position, isAnyoneNotified }: { position: number; isAnyoneNotified: boolean },
  reach: (recipient: PolicyRecipient) => readonly Target[],
): PlannedStep<Target> {
  const unreached: number[] = [];
  // The policy may have fewer steps by now.
  for (let place = Math.min(position, countOf(plan) - 1); place < countOf(plan); place += 1) {
    const targets = distinct(recipientsAt(plan, place).flatMap(reach));
    if (targets.length > 0)
      return { targets, position: place, unreached, next: nextOf(plan, place), isFallback: false };
    unreached.push(place);
  }
  if (isAnyoneNotified) return { targets: [], position, unreached, next: null, isFallback: false };
  const everyone = planWithoutPolicy.steps.flatMap(({ recipients }) => recipients);
  return { targets: distinct(everyone.flatMap(reach)), position, unreached, next: null, isFallback: true };
}

/** Steps of all runs. */
function countOf({ steps, repeats }: Plan): number {
  return steps.length * (repeats + 1);
}

function recipientsAt({ steps }: Plan, position: number): readonly PolicyRecipient[] {
  return steps[position % steps.length]?.recipients ?? [];
}

function nextOf(plan: Plan, position: number): PlannedStep<Keyed>['next'] {
  const next = position + 1;
  if (next >= countOf(plan)) return null;
  return { position: next, afterMs: (minutesAt(plan, next) - minutesAt(plan, position)) * 60_000 };
}

/** Minutes from the beginning to a position. */
function minutesAt({ steps, repeatMinutes }: Plan, position: number): number {
  const run = Math.floor(position / steps.length);
  const runMinutes = (steps.at(-1)?.afterMinutes ?? 0) - (steps[0]?.afterMinutes ?? 0) + repeatMinutes;
  return run * runMinutes + (steps[position % steps.length]?.afterMinutes ?? 0);
}

function distinct<Target extends Keyed>(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [target.key, target])).values()];
}
