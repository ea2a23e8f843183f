import { createContext } from 'react';
import type { StoredImage } from '../api/upload.ts';

/** Reports the start of an upload to the form; the returned function reports the end and the stored picture. */
export type BeginUpload = () => (stored: StoredImage | null) => void;

/** The surrounding form, which saves after its uploads. */
export const UploadContext = createContext<BeginUpload>(() => () => {});
