import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { HttpFailure } from '../api/failure.ts';

/** Asks for a passkey; rejects with a message for the user. */
export async function askForPasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  try {
    return await startAuthentication({ optionsJSON: options });
  } catch (error) {
    const notUsed = 'No passkey was used: the question was cancelled or took too long, or this device has none.';
    throw failureOf(error, { NotAllowedError: notUsed });
  }
}

/** Asks the device to make a passkey; rejects with a message for the user. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  try {
    return await startRegistration({ optionsJSON: options });
  } catch (error) {
    throw failureOf(error, {
      NotAllowedError: 'No passkey was made: the question was cancelled or took too long.',
      InvalidStateError: 'This device has a passkey of yours already.',
      ConstraintError: 'This device cannot keep a passkey. Set a screen lock or PIN on it, or use another device.',
      NotSupportedError: 'This device cannot keep a passkey for this site. Use another device.',
    });
  }
}

/** A browser's refusal in words. The names are those of WebAuthn, sections 5.1.3 and 5.1.4. */
function failureOf(error: unknown, messages: Readonly<Record<string, string>>): HttpFailure {
  const name = error instanceof Error ? error.name : '';
  const wrongAddress = name === 'SecurityError' ? 'Passkeys do not work at this address of the site.' : undefined;
  return new HttpFailure(-1, messages[name] ?? wrongAddress ?? 'This device could not use a passkey. Try again.');
}
