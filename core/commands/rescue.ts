// Entry of `npm run admin:rescue -- <user name>`: prints a link with which an Owner who cannot sign in sets a new password.
import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../db/open.ts';
import { rescue } from '../accounts/rescue.ts';
import { ConfigError } from '../config/config.ts';
import { createLog } from '../log/log.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (config) => {
  const names = process.argv.slice(2);
  const [userName = ''] = names;
  if (userName.trim() === '' || names.length > 1)
    throw new ConfigError('Give one user name: npm run admin:rescue -- <user name>');
  const { db, close } = await openDatabase(config);
  try {
    const deps = { db, config, now: () => new Date(), randomBytes, log: createLog(config.logLevel) };
    const { userName: owner, url, expiresAt } = await rescue(deps, userName);
    return [
      `Open this link within an hour (until ${expiresAt.toISOString()}) to set a new password for ${owner}:`,
      url,
      'The link works once. It ends all sessions of the user and removes the authenticator app, recovery codes, passkeys and linked accounts.',
    ];
  } finally {
    await close();
  }
});
