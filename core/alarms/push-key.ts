import { generateKeyPairSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { pushKeys } from '../../db/schema/push-keys.ts';
import type { PushKey } from '../channels/push-message.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { secretBox } from '../telephony/secrets.ts';

type Deps = Pick<CoreDependencies, 'db' | 'config' | 'now'>;

/** The only row. */
const rowId = 1;
const coordinates = z.object({ x: z.string(), y: z.string() });
const privateKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** The key of this installation, made when it is first used; of two processes that make one at the same time the first one counts. */
export async function pushKey({ db, config, now }: Deps): Promise<PushKey> {
  const box = secretBox(config);
  const read = async () => (await db.select().from(pushKeys).where(eq(pushKeys.id, rowId)))[0];
  let row = await read();
  if (!row) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = pair.privateKey.export({ format: 'jwk' });
    const values = { publicKey: publicKeyOf(jwk), sealed: box.seal(JSON.stringify(jwk)), createdAt: now() };
    await db
      .insert(pushKeys)
      .values({ id: rowId, ...values })
      .onConflictDoNothing();
    row = await read();
  }
  if (!row) throw new Error('the key of push messages was not stored');
  return { publicKey: row.publicKey, privateKey: privateKey.parse(JSON.parse(box.open(row.sealed))) };
}

/** A public key as browsers take it: the uncompressed point in base64url. */
function publicKeyOf(jwk: unknown): string {
  const { x, y } = coordinates.parse(jwk);
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}
