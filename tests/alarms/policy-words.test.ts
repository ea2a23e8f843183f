import { describe, expect, test } from 'vitest';
import { namesOf, recipientOptions } from '../../web/admin/alarms/policy-values.ts';
import { drillSentence, planSentence } from '../../web/admin/alarms/policy-words.ts';

const names = new Map([
  ['rota 2', 'Night'],
  ['contact 7', 'Anna'],
]);

test('the steps of a policy are sentences', () => {
  const steps = [
    {
      afterMinutes: 0,
      recipients: [
        { kind: 'rota' as const, id: 2 },
        { kind: 'contact' as const, id: 7 },
      ],
    },
    { afterMinutes: 10, recipients: [{ kind: 'server' as const }] },
    { afterMinutes: 120, recipients: [{ kind: 'company' as const }, { kind: 'channel' as const, id: 9 }] },
  ];
  expect(planSentence({ steps, repeats: 2, repeatMinutes: 30 }, names)).toBe(
    'At once: on call in Night, Anna. After 10 min: contacts and channels of the server. After 2 h: the company, a deleted channel. Twice more, 30 min after the last step.',
  );
});

test.each([
  [0, 'At once: nobody.'],
  [1, 'At once: nobody. Once more, 5 min after the last step.'],
  [7, 'At once: nobody. 7 times more, 5 min after the last step.'],
])('%i repetitions', (repeats, sentence) => {
  expect(planSentence({ steps: [{ afterMinutes: 0, recipients: [] }], repeats, repeatMinutes: 5 }, names)).toBe(
    sentence,
  );
});

test('numbers that are being typed do not break the sentence', () => {
  const steps = [{ afterMinutes: Number.NaN, recipients: [{ kind: 'company' as const }] }];
  const plan = { steps, repeats: Number.NaN, repeatMinutes: Number.NaN };
  expect(planSentence(plan, names)).toBe('After … min: the company.');
  expect(planSentence({ ...plan, repeats: 2 }, names)).toBe(
    'After … min: the company. Twice more, … min after the last step.',
  );
});

describe('the question before a fire drill', () => {
  const recipients = [{ kind: 'server' as const }, { kind: 'rota' as const, id: 2 }, { kind: 'company' as const }];
  const policy = {
    steps: [0, 10].map((afterMinutes) => ({ afterMinutes, recipients })),
    names: Object.fromEntries(names),
    scopes: [{ kind: 'all', name: 'All servers' }],
    drillServer: null,
  };
  const others = 'on call in Night, the company.';

  test.each([
    ['one account', { scopes: [{ kind: 'account', name: 'Harbour' }] }, 'Harbour'],
    ['one server', { scopes: [{ kind: 'server', name: 'Shop' }] }, 'Shop'],
    ['a chosen server', { drillServer: 'Mill' }, 'Mill'],
  ])('names everyone once: %s', (_case, part, name) => {
    expect(drillSentence({ ...policy, ...part })).toBe(
      `Everyone in its steps gets a test and is asked to answer: contacts and channels of ${name}, ${others} SMS cost as usual.`,
    );
  });

  test('says who is left out', () => {
    expect(drillSentence(policy)).toBe(
      `Everyone in its steps gets a test and is asked to answer: ${others} Contacts and channels of servers are left out: the policy names no server for drills. SMS cost as usual.`,
    );
  });
});

test('a contact that is switched off keeps its name, one that is gone is called deleted', () => {
  const choices = { contacts: [], channels: [], rotas: [], servers: [], groups: [], accounts: [] };
  const stored = { 'contact 7': 'Anna' };
  expect(recipientOptions(choices, ['contact 7', 'contact 8'], stored).slice(1)).toEqual([
    { group: 'Switched off', items: [{ value: 'contact 7', label: 'Anna (off)' }] },
    { group: 'No longer there', items: [{ value: 'contact 8', label: 'Deleted contact 8' }] },
  ]);
  expect(namesOf(choices, stored).get('contact 7')).toBe('Anna');
});
