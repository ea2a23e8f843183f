import type { Database } from '../../db/database.ts';
import { sealedColumns } from './sealed-columns.ts';
import type { SecretBox } from './secrets.ts';

/** Re-encrypts every secret that has an old key; returns how many. A concurrently saved secret is left unchanged. */
export async function resealSecrets(db: Database, box: SecretBox): Promise<number> {
  let count = 0;
  for (const { read, replace } of sealedColumns) {
    for (const { id, sealed } of await read(db)) {
      if (sealed === null || sealed.startsWith(`${box.keyId}.`)) continue;
      await replace(db, { id, sealed }, box.seal(box.open(sealed)));
      count += 1;
    }
  }
  return count;
}
