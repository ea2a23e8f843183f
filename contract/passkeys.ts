import { z } from 'zod';
import { id, line } from './fields.ts';

/** Passkeys of one user. */
export const maxPasskeys = 20;

/** Name by which a user knows a passkey. */
export const passkeyName = line('Name', 60);

/** Binary data as base64url, with the limit in characters. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);

/** A credential id: 1023 bytes at most (WebAuthn, section 4). */
const credentialId = bytes(1364);
const clientDataJSON = bytes(8000);

/** Answer of an authenticator at a sign-in or a proof: `AuthenticationResponseJSON` of WebAuthn, without what nobody reads. */
export const assertion = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: bytes(100).nullish(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** Answer of an authenticator that has made a passkey: `RegistrationResponseJSON` of WebAuthn, without what nobody reads. */
const attestation = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(40_000),
    transports: z
      .array(z.string().regex(/^[\w-]{1,30}$/))
      .max(10)
      .default([]),
  }),
});

/** Token of a step that a server's answer began. */
const step = z.string().max(100);

/** The end of a passkey's set-up. */
export const newPasskey = z.object({ step, name: passkeyName, attestation });
export type NewPasskey = z.output<typeof newPasskey>;

/** A proof of identity by passkey. */
export const passkeyProof = z.object({ step, assertion });
export type PasskeyProof = z.output<typeof passkeyProof>;

/** Another name of a passkey. */
export const passkeyRename = z.object({ id, name: passkeyName });
