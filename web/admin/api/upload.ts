import { z } from 'zod';
import { type ImageHash, imageHash } from '../../../contract/image-hash.ts';
import type { ImageSlot } from '../../../contract/images.ts';
import { messages } from '../../../contract/messages.ts';
import type { PicturePoint } from '../../../contract/picture-details.ts';
import { renewSession } from '../accounts/end-session.ts';
import { storedToken } from '../accounts/store.ts';
import { requestHeaders } from './client.ts';
import { HttpFailure } from './failure.ts';
import { beginRequest } from './pending.ts';

/** A stored picture, and what is kept with a picture of the library. */
export interface StoredImage {
  hash: ImageHash;
  /** In px. */
  width: number;
  height: number;
  focus?: PicturePoint | null;
  altText?: string | null;
}

const stored = z.object({
  Data: z.object({ hash: z.string().transform(imageHash), width: z.number(), height: z.number() }),
});
const refused = z.object({ Message: z.string().min(1) });

/**
 * Uploads a picture for a slot; `onProgress` receives percentages. Rejects with an `HttpFailure`. After a 401 waits until
 * the user has signed in again and repeats the upload.
 */
export async function uploadImage(
  slot: ImageSlot,
  file: File,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<StoredImage> {
  const sentToken = storedToken();
  try {
    return await send(slot, file, onProgress, signal);
  } catch (error) {
    if (!(error instanceof HttpFailure) || error.httpStatus !== 401) throw error;
    await renewSession(sentToken, error.message);
    return send(slot, file, onProgress, signal);
  }
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function send(
  slot: ImageSlot,
  file: File,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<StoredImage> {
  const body = new FormData();
  body.set('slot', slot.name);
  body.set('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', '/api/images');
  for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
  const end = beginRequest();
  return new Promise<StoredImage>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100));
    request.onerror = () => reject(new HttpFailure(0, messages.checkConnection));
    request.onabort = () => reject(new HttpFailure(0, 'The upload was cancelled.'));
    request.onload = () => {
      const answer = parse(request.responseText);
      const image = stored.safeParse(answer).data?.Data;
      if (request.status === 200 && image) resolve(image);
      else reject(new HttpFailure(request.status, refused.safeParse(answer).data?.Message ?? messages.technicalIssue));
    };
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) return reject(new HttpFailure(0, 'The upload was cancelled.'));
    request.send(body);
  }).finally(end);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, such as a proxy's error page: the caller reports the status with the generic text.
    return null;
  }
}
