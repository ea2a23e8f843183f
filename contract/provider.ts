import { z } from 'zod';

/** What a person does at the OpenID Connect provider: signs in, links the account there, or proves who they are. */
export const providerPurposes = ['sign-in', 'link', 'proof'] as const;
export type ProviderPurpose = (typeof providerPurposes)[number];

/** Why a visit to the provider failed, with the message for people; `{name}` is the provider's name. */
const providerProblems = {
  off: 'This installation has no sign-in with a provider.',
  over: 'This sign-in was used already, or took too long. Begin again.',
  browser: 'This sign-in began in another browser. Begin again in this one.',
  cancelled: 'You were not signed in at {name}.',
  down: '{name} does not answer at the moment. Try again in a minute.',
  wrong: 'The answer of {name} was not accepted. Try again; if it happens again, ask an Owner to look at the log.',
  unverified: '{name} does not confirm your e-mail address, so it cannot be used here.',
  domain: 'Your e-mail address at {name} does not belong to this company.',
  unknown:
    'Your account at {name} is not linked to a user. Ask an Owner for an invitation, then link it on My account.',
  known:
    'A user with your name or e-mail address exists already. Sign in as that user, then link {name} on My account.',
  role: 'Your account at {name} has no role here. Ask an Owner.',
  refused: 'This user cannot sign in. Ask an Owner.',
  taken: 'This account at {name} is linked to another user.',
  another: 'You are linked to another account at {name}. Unlink it first.',
  signedOut: 'You were signed out meanwhile. Sign in and begin again.',
  identity: 'You signed in at {name} with an account that is not linked to you.',
  old: '{name} did not ask you to sign in again, so this proves nothing. Sign in here again instead.',
} as const;
export type ProviderProblem = keyof typeof providerProblems;

/** What the address of the screen after the provider says: no secrets, these words only. */
export const providerOutcome = z.object({
  purpose: z.enum(providerPurposes).catch('sign-in'),
  problem: z.enum(Object.keys(providerProblems)).optional().catch('wrong'),
});

/** The message of a problem. */
export function providerMessage(problem: string, name: string): string {
  const [, text = providerProblems.wrong] = Object.entries(providerProblems).find(([key]) => key === problem) ?? [];
  return text.replaceAll('{name}', () => name);
}
