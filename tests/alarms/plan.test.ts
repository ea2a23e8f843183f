import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PolicyRecipient } from '../../contract/alarm-policies.ts';
import { type Plan, type PlannedStep, planStep } from '../../core/alarms/plan.ts';

const recipient: fc.Arbitrary<PolicyRecipient> = fc.oneof(
  fc.constant({ kind: 'server' as const }),
  fc.constant({ kind: 'company' as const }),
  fc.record({ kind: fc.constantFrom('contact' as const, 'channel', 'rota'), id: fc.integer({ min: 1, max: 4 }) }),
);
const plan: fc.Arbitrary<Plan> = fc
  .record({
    minutes: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 6 }),
    recipients: fc.array(fc.array(recipient, { minLength: 1, maxLength: 5 }), { minLength: 6, maxLength: 6 }),
    repeats: fc.integer({ min: 0, max: 3 }),
    repeatMinutes: fc.integer({ min: 5, max: 60 }),
  })
  .map(({ minutes, recipients, repeats, repeatMinutes }) => ({
    steps: minutes
      .toSorted((a, b) => a - b)
      .map((afterMinutes, place) => ({ afterMinutes, recipients: recipients[place] ?? [] })),
    repeats,
    repeatMinutes,
  }));
/** Whom recipients stand for: the same person may be behind several of them, and behind some is nobody. */
const reachable = fc.array(fc.subarray(['anna', 'bernd', 'chat', 'mail']), { minLength: 16, maxLength: 16 });

const kinds = ['server', 'company', 'contact', 'channel', 'rota'] as const;
function reachOf(people: readonly string[][]) {
  return (one: PolicyRecipient) => {
    const place = kinds.indexOf(one.kind) * 4 + ('id' in one ? one.id : 0);
    return (people[place % people.length] ?? []).map((key) => ({ key }));
  };
}

/** Takes every step of an outage that nobody acknowledges. */
function run(policy: Plan, people: readonly string[][]) {
  const reach = reachOf(people);
  const taken: { keys: string[]; at: number }[] = [];
  let next: { position: number; afterMs: number } | null = { position: 0, afterMs: 0 };
  let at = 0;
  while (next !== null) {
    at += next.afterMs;
    const isAnyoneNotified = taken.some(({ keys }) => keys.length > 0);
    const step: PlannedStep<{ key: string }> = planStep(policy, { position: next.position, isAnyoneNotified }, reach);
    taken.push({ keys: step.targets.map(({ key }) => key), at });
    ({ next } = step);
  }
  return taken;
}

describe('a policy', () => {
  test('notifies someone whenever anyone can be notified', () => {
    fc.assert(
      fc.property(plan, reachable, (policy, people) => {
        const reach = reachOf(people);
        const all = [...policy.steps.flatMap(({ recipients }) => recipients), ...everyone].flatMap(reach);
        expect(run(policy, people).some(({ keys }) => keys.length > 0)).toBe(all.length > 0);
      }),
    );
  });

  test('notifies someone at its first step, if anyone can be notified at all', () => {
    fc.assert(
      fc.property(plan, reachable, (policy, people) => {
        const [first, ...others] = run(policy, people);
        if (others.some(({ keys }) => keys.length > 0)) expect(first?.keys).not.toEqual([]);
      }),
    );
  });

  test('notifies nobody twice at one step', () => {
    fc.assert(
      fc.property(plan, reachable, (policy, people) => {
        for (const { keys } of run(policy, people)) expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  test('reaches everyone of a step that it takes', () => {
    fc.assert(
      fc.property(plan, reachable, (policy, people) => {
        const reach = reachOf(people);
        const notified = new Set(run(policy, people).flatMap(({ keys }) => keys));
        for (const { key } of policy.steps.flatMap(({ recipients }) => recipients).flatMap(reach))
          expect(notified).toContain(key);
      }),
    );
  });

  test('takes at most all steps of all runs, each after the one before', () => {
    fc.assert(
      fc.property(plan, reachable, (policy, people) => {
        const taken = run(policy, people);
        expect(taken.length).toBeLessThanOrEqual(policy.steps.length * (policy.repeats + 1));
        for (const [place, { at }] of taken.entries()) expect(at).toBeGreaterThanOrEqual(taken[place - 1]?.at ?? 0);
      }),
    );
  });

  test('keeps the minutes between its steps, also over runs', () => {
    const step = (afterMinutes: number) => ({ afterMinutes, recipients: [{ kind: 'server' as const }] });
    const policy = { steps: [step(5), step(10), step(30)], repeats: 1, repeatMinutes: 20 };
    const minutes = run(policy, [['anna']]).map(({ at }) => at / 60_000);
    expect(minutes).toEqual([0, 5, 25, 45, 50, 70]);
  });
});

const everyone: readonly PolicyRecipient[] = [{ kind: 'server' }, { kind: 'company' }];
