declare module 'subset-font' {
  /** Cuts a typeface to the characters of a text. */
  export default function subsetFont(
    face: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number }>;
      keepFeatures: string[];
    },
  ): Promise<Buffer>;
}
