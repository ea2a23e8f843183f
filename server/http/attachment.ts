/** Longest file name, in characters. */
const longestName = 150;

/** A Content-Disposition that saves an answer under the name, which may be in any language (RFC 6266, RFC 5987). */
export function attachment(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot);
  // What file systems refuse, and what would end the header.
  const safe = name
    .slice(0, name.length - extension.length)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, longestName)
    .toWellFormed()
    .replace(/[\s.\ufffd]+$/u, '')
    .trimStart();
  const plain = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replaceAll('%', '_');
  const encoded = encodeURIComponent(safe + extension).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}${extension}"; filename*=UTF-8''${encoded}`;
}
