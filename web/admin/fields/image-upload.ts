import { useContext, useEffect, useRef, useState } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import type { ImageSlot } from '../../../contract/images.ts';
import { titles } from '../../../contract/messages.ts';
import { describeFailure } from '../api/failure.ts';
import { type StoredImage, uploadImage } from '../api/upload.ts';
import { isReady, prepare, UnusableFile } from '../pictures/prepare.ts';
import { notifyError } from '../shell/notify.ts';
import { UploadContext } from './uploads.ts';

/** An upload under way; `percent` is null while the picture is made smaller. */
export interface UploadStep {
  fileName: string;
  percent: number | null;
}

/** An upload in words. */
export function stepInWords({ fileName, percent }: UploadStep): string {
  return percent === null ? `Preparing ${fileName} …` : `Uploading ${fileName}: ${percent} %`;
}

/**
 * Makes a chosen file smaller where the slot's rule asks for that, and uploads the result; `step` is null without an upload.
 * `refusal` says why the last file was not taken, beside the field; the toast (specification, section 5) disappears.
 */
export function useUpload(slot: ImageSlot, onStored: (hash: ImageHash) => void) {
  const [step, setStep] = useState<UploadStep | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const running = useRef<AbortController>(null);
  const begin = useContext(UploadContext);
  useEffect(() => () => running.current?.abort(), []);

  async function start(file: File | null) {
    if (!file) return;
    const upload = new AbortController();
    running.current = upload;
    const { signal } = upload;
    const end = begin();
    let stored: StoredImage | null = null;
    setRefusal(undefined);
    setStep({ fileName: file.name, percent: isReady(file, slot) ? 0 : null });
    try {
      const ready = await prepare(file, slot, signal);
      const showPercent = (percent: number) => setStep({ fileName: file.name, percent });
      showPercent(0);
      const answer = await uploadImage(slot, ready, showPercent, signal);
      if (signal.aborted) return;
      stored = answer;
      onStored(answer.hash);
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof UnusableFile ? error.message : describeFailure(error).message;
      setRefusal(message);
      notifyError(titles.error, message);
    } finally {
      setStep(null);
      end(stored);
    }
  }
  const cancel = () => running.current?.abort();
  return { step, refusal, start, cancel, forgetRefusal: () => setRefusal(undefined) };
}
