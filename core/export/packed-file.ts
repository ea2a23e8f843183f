import { once } from 'node:events';
import { PassThrough, type TransformCallback } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/**
 * A file that a library packs while a client reads it. The library takes rows as fast as they come and queues what it
 * has not packed yet; `drained` keeps that queue short.
 */
export class PackedFile extends PassThrough {
  #packedBytes = 0;

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    this.#packedBytes += chunk.length;
    super._transform(chunk, encoding, done);
  }

  /** Waits until everything written so far is packed and the reader has taken it. Throws if the reader closed the stream. */
  async drained(): Promise<void> {
    let before: number;
    do {
      before = this.#packedBytes;
      // The packer works in another thread; one that gives nothing within a millisecond is idle.
      await setTimeout(1);
      if (this.writableNeedDrain && !this.destroyed) await this.#drained();
    } while (this.#packedBytes !== before && !this.destroyed);
    if (this.destroyed) throw new Error('the reader closed the stream');
  }

  async #drained(): Promise<void> {
    const waiting = new AbortController();
    const { signal } = waiting;
    try {
      await Promise.race([once(this, 'drain', { signal }), once(this, 'close', { signal })]);
    } finally {
      waiting.abort();
    }
  }
}
