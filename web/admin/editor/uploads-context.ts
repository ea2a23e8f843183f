import { createContext, use } from 'react';
import type { BeginUpload } from '../fields/uploads.ts';

/** Counts the editor's uploads. */
const Uploads = createContext<BeginUpload>(() => () => {});

export const UploadsProvider = Uploads.Provider;

/** Reports uploads of the fields to the editor, which saves after them. */
export function useUploadsContext(): BeginUpload {
  return use(Uploads);
}
