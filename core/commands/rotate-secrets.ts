// Entry of `npm run secrets:rotate`: encrypts the stored secrets with the new secret.
import { openDatabase } from '../../db/open.ts';
import { requireSecret } from '../telephony/check-secret.ts';
import { resealSecrets } from '../telephony/rotate-secrets.ts';
import { renewSecretFile, secretBox } from '../telephony/secrets.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (config) => {
  const { db, close } = await openDatabase(config);
  try {
    await requireSecret(db, config);
    // If APP_SECRET is set, the operator has put the new secret there and the old one into APP_SECRET_PREVIOUS.
    const box = renewSecretFile(config) ?? secretBox(config);
    const changed = await resealSecrets(db, box);
    return [`${changed} stored secrets are now encrypted with the key ${box.keyId}.`];
  } finally {
    await close();
  }
});
