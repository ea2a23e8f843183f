import { useCallback, useEffect, useRef, useState } from 'react';
import type { BeginUpload } from '../fields/uploads.ts';

interface Uploads {
  /** For the form's picture fields. */
  begin: BeginUpload;
  isUploading: boolean;
  /** True while a save waits for the uploads. */
  isSaveWaiting: boolean;
  /** Runs `save` after the uploads; does not run it if one of them fails. */
  waitToSave(): void;
}

/** Counts a form's uploads; `save` runs with the values that the uploads have set. */
export function useUploads(save: () => void): Uploads {
  const [running, setRunning] = useState(0);
  const [isSaveWaiting, setSaveWaiting] = useState(false);
  const latestSave = useRef(save);
  latestSave.current = save;
  const begin = useCallback<BeginUpload>(() => {
    setRunning((count) => count + 1);
    return (stored) => {
      setRunning((count) => count - 1);
      if (!stored) setSaveWaiting(false);
    };
  }, []);
  const isUploading = running > 0;
  useEffect(() => {
    if (isUploading || !isSaveWaiting) return;
    setSaveWaiting(false);
    latestSave.current();
  }, [isUploading, isSaveWaiting]);
  return { begin, isUploading, isSaveWaiting, waitToSave: () => setSaveWaiting(true) };
}
