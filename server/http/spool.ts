import { randomBytes } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../core/config/config.ts';

/** Bytes that wait on disk instead of in memory. */
export interface SpooledFile {
  /** In bytes. */
  size: number;
  read(): Promise<Buffer>;
  /** Frees the disk. */
  close(): Promise<void>;
}

/**
 * Writes a stream to a file without a name, which vanishes with the process at the latest. Stops with the error of
 * `tooLarge` after `maxBytes`.
 */
export async function spool(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  stream: AsyncIterable<unknown>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<SpooledFile> {
  // The temporary folder may be in memory. The folder of the database is on a disk.
  const folder = config.databaseUrl === null ? config.dataDir : tmpdir();
  const path = join(folder, `upload-${randomBytes(9).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    let size = 0;
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('the stream must be of bytes');
      if (size + chunk.length > maxBytes) throw tooLarge();
      await file.write(chunk, 0, chunk.length, size);
      size += chunk.length;
    }
    return {
      size,
      async read() {
        const bytes = Buffer.allocUnsafeSlow(size);
        await file.read(bytes, 0, size, 0);
        return bytes;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
