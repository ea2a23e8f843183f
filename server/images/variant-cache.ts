/** Bytes of all kept variants together, and of the largest one that is kept. */
const maxBytes = 4_000_000;
const maxVariantBytes = 400_000;
/** A variant's bytes never change, but the picture may be removed: after this time the database decides again. In ms. */
const lifetimeMs = 60_000;

/** Variants of pictures in memory, by the name in their address. */
export interface VariantCache {
  get(name: string): Buffer | undefined;
  keep(name: string, bytes: Buffer): void;
}

/** Makes a cache of the variants that were requested last, for a minute each and within a few megabytes. */
export function createVariantCache(now: () => Date): VariantCache {
  const kept = new Map<string, { bytes: Buffer; readAt: number }>();
  let size = 0;
  function drop(name: string): void {
    size -= kept.get(name)?.bytes.length ?? 0;
    kept.delete(name);
  }
  return {
    get(name) {
      const found = kept.get(name);
      if (!found) return undefined;
      const age = Number(now()) - found.readAt;
      // Drop the variant also if the clock was set back.
      if (age < 0 || age >= lifetimeMs) {
        drop(name);
        return undefined;
      }
      // The variant comes last: the first one was not requested for the longest time.
      kept.delete(name);
      kept.set(name, found);
      return found.bytes;
    },
    keep(name, bytes) {
      if (bytes.length > maxVariantBytes) return;
      drop(name);
      kept.set(name, { bytes, readAt: Number(now()) });
      size += bytes.length;
      for (const oldest of kept.keys()) {
        if (size <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
