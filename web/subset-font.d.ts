declare module 'subset-font' {
  /** Cuts a typeface to the characters of a text. */
  export default function subsetFont(
    face: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      /** Keeps a range of an axis, or pins the axis to one value. */
      variationAxes: Record<string, { min: number; max: number } | number>;
      keepFeatures: string[];
    },
  ): Promise<Buffer>;
}
