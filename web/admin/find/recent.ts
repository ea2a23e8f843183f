import { z } from 'zod';
import { currentSession } from '../accounts/store.ts';

const storageKey = 'recent';
/** What is kept, and what Spotlight shows of it. */
const maxKept = 12;
export const maxRecent = 6;

const opened = z.object({
  id: z.string(),
  title: z.string(),
  place: z.string(),
  address: z.string().startsWith('/admin/'),
  editorAddress: z.string().startsWith('/admin/page?').optional(),
});
const stored = z.object({ userName: z.string(), entries: z.array(opened) });

/** Something that the user has opened: as much of an entry as can be stored. */
export type Opened = z.infer<typeof opened>;

/** What the user has opened, the last first. In the browser's storage, which a logout clears. */
export function readRecent(): Opened[] {
  try {
    const { userName, entries } = stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return userName === currentSession()?.userName ? entries : [];
  } catch {
    // Nothing is stored, or not by this product.
    return [];
  }
}

/** Puts an opened thing first. */
export function rememberOpened({ id, title, place, address, editorAddress }: Opened): void {
  const userName = currentSession()?.userName;
  if (userName === undefined) return;
  const others = readRecent().filter((one) => one.id !== id);
  const entries = [{ id, title, place, address, ...(editorAddress && { editorAddress }) }, ...others].slice(0, maxKept);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ userName, entries }));
  } catch {
    // The storage is full or switched off.
  }
}
