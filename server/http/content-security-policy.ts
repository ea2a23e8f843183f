/** Sources of the product's pages: its own files, and frames of the services whose embeds the page shows. */
const directives = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // Mantine and the landing's inlined style sheet need inline styles; scripts never.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'", 'https:'],
  'frame-src': [
    "'self'",
    'https://www.youtube-nocookie.com',
    'https://player.vimeo.com',
    'https://www.google.com',
    'https://maps.google.com',
  ],
  'frame-ancestors': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
};

/** The value of the header, with additional script sources and with other directives in the place of the usual ones. */
export function contentSecurityPolicy(
  scriptSources: readonly string[],
  others: Partial<typeof directives> = {},
): string {
  const scripts = { 'script-src': [...directives['script-src'], ...scriptSources] };
  return Object.entries({ ...directives, ...scripts, ...others })
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}
