import { createContext } from 'react';

/** Reports the start of an upload to the form; the returned function reports the end and whether the file was stored. */
export type BeginUpload = () => (isStored: boolean) => void;

/** The surrounding form, which saves after its uploads. */
export const UploadContext = createContext<BeginUpload>(() => () => {});
