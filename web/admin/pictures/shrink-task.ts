/** A picture file to make smaller. */
export interface ShrinkTask {
  file: Blob;
  isPngOnly: boolean;
  /** Largest width of the result, and the smallest one to try, in px. */
  width: number;
  smallestWidth: number;
  /** Most pixels of the result. */
  maxPixels: number;
  /** Largest size of the result, in bytes. */
  maxBytes: number;
}

/** The smaller picture, upright, without metadata; or why there is none. */
export type ShrinkResult =
  | { kind: 'done'; picture: Blob }
  /** No picture, or a type that the browser cannot decode. */
  | { kind: 'unreadable' }
  | { kind: 'tooLarge' };
