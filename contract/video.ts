import { z } from 'zod';
import { embedAddress } from './embed-code.ts';
import { fieldInfo, paragraph } from './fields.ts';

/** A video that the page can play. */
export type Video =
  | { kind: 'youtube' | 'vimeo'; id: string }
  | { kind: 'file'; address: string; type: 'video/mp4' | 'video/webm' };

/** Recognises YouTube, Vimeo and mp4/webm URLs, also in pasted embed code; null for anything else. */
export function parseVideo(text: string): Video | null {
  const source = embedAddress(text);
  const ownFile = /^\/(?!\/)[\w./-]+\.(mp4|webm)$/i.exec(source);
  if (ownFile) return { kind: 'file', address: source, type: fileType(source) };
  const address = source.startsWith('//') ? `https:${source}` : source.replaceAll('&amp;', '&');
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '') return null;
  const host = url.hostname.replace(/^(www|m)\./, '');
  if (host === 'youtu.be') return youtube(url.pathname.slice(1));
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    return youtube(url.searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1] ?? '');
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const id = /^\/(?:video\/)?(\d{1,12})(?:\/|$)/.exec(url.pathname)?.[1];
    return id === undefined ? null : { kind: 'vimeo', id };
  }
  return /\.(mp4|webm)$/i.test(url.pathname) ? { kind: 'file', address: url.href, type: fileType(url.pathname) } : null;
}

function youtube(id: string): Video | null {
  return /^[\w-]{11}$/.test(id) ? { kind: 'youtube', id } : null;
}

function fileType(path: string): 'video/mp4' | 'video/webm' {
  return /\.webm$/i.test(path) ? 'video/webm' : 'video/mp4';
}

/** The stored URL of a recognised video. */
export function videoAddress(found: Video): string {
  if (found.kind === 'file') return found.address;
  return found.kind === 'youtube' ? `https://www.youtube.com/watch?v=${found.id}` : `https://vimeo.com/${found.id}`;
}

/** Required video link: YouTube, Vimeo, or an mp4 or webm file. */
export function video(label: string) {
  return paragraph(label, 1000)
    .transform((text, context) => {
      const found = text === '' ? null : parseVideo(text);
      if (found) return videoAddress(found);
      if (text !== '')
        context.addIssue({
          code: 'custom',
          message: `${label} must be a YouTube or Vimeo address, or an mp4 or webm file`,
        });
      return text;
    })
    .register(fieldInfo, { label, maxLength: 1000 });
}

/** Video link that may stay empty. */
export function optionalVideo(label: string) {
  return z
    .union([z.literal(''), video(label)])
    .default('')
    .register(fieldInfo, { label, maxLength: 1000 });
}
