import { z } from 'zod';
import { embedAddress } from './embed-code.ts';
import { activeFlag, fieldInfo, hinted, paragraph } from './fields.ts';

/** Height of the map's frame, in px (specification, section 9). */
export const mapHeight = 644;

/** Extracts the URL of a Google Maps embed from pasted text, or null. Nothing else of the text is rendered. */
export function googleMapsEmbed(text: string): string | null {
  const address = embedAddress(text).replaceAll('&amp;', '&');
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isGoogle = url.hostname === 'www.google.com' || url.hostname === 'maps.google.com';
  const isEmbed =
    url.pathname === '/maps/embed' ||
    url.pathname.startsWith('/maps/embed/') ||
    url.searchParams.get('output') === 'embed';
  if (
    url.protocol !== 'https:' ||
    url.username !== '' ||
    url.port !== '' ||
    !isGoogle ||
    !url.pathname.startsWith('/maps') ||
    !isEmbed
  )
    return null;
  return url.href;
}

/** The map; only the checked embed URL is stored. */
export const map = z.object({
  embed: hinted(
    paragraph('Google Iframe', 4000)
      .refine(
        (text) => text === '' || googleMapsEmbed(text) !== null,
        'Google Iframe must be the embed code of a Google map (Share, Embed a map)',
      )
      .transform((text) => googleMapsEmbed(text) ?? '')
      .register(fieldInfo, { label: 'Google Iframe', maxLength: 4000 }),
    'In Google Maps choose Share, Embed a map, and paste the code here.',
  ),
  isActive: activeFlag(),
});
