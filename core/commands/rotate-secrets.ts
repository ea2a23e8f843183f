// Entry of `npm run secrets:rotate`: encrypts the stored tokens with the new secret.
import { openDatabase } from '../../db/open.ts';
import { readConfig } from '../config/config.ts';
import { resealTokens } from '../telephony/rotate-secrets.ts';
import { renewSecretFile, secretBox } from '../telephony/secrets.ts';

const config = readConfig(process.env);
const { db, close } = await openDatabase(config);
// If APP_SECRET is set, the operator has put the new secret there and the old one into APP_SECRET_PREVIOUS.
const box = renewSecretFile(config) ?? secretBox(config);
const changed = await resealTokens(db, box);
await close();
process.stdout.write(`${changed} stored secrets are now encrypted with the key ${box.keyId}.\n`);
