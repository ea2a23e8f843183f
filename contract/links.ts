import { fieldInfo, line } from './fields.ts';
import { pageSections } from './sections.ts';

/** Sections that a menu entry or button may link to (specification, section 2), in page order. */
export const anchors = pageSections.flatMap((section) =>
  'linkText' in section ? [{ link: section.anchor, text: section.linkText }] : [],
);

/** Two additional targets of the introduction's buttons (specification, section 2, Introduction Detail). */
export const buttonActions = [
  { link: 'container_button_message', text: 'Send message' },
  { link: 'container_button_subscribe', text: 'Subscribe' },
] as const;

const inPage: ReadonlySet<string> = new Set([...anchors, ...buttonActions].map((target) => target.link));

/** True for a section's anchor, a button action or a safe URL. */
function isLinkTarget(text: string): boolean {
  if (inPage.has(text.replace(/^#/, ''))) return true;
  // Browsers read a backslash as a slash and drop tabs: `/\evil.example` and `/<tab>/evil.example` leave the site.
  if (/^\/(?!\/)[^\s\\]*$/.test(text)) return true;
  return /^(https?:\/\/[^\s/]|mailto:\S+@|tel:\+?\d)/i.test(text) && URL.canParse(text);
}

/** The `href` of a link target; button actions link to the sections with their forms. */
export function linkHref(target: string): string {
  const name = target.replace(/^#/, '');
  if (name === 'container_button_message') return '#contact';
  if (name === 'container_button_subscribe') return '#subscribe';
  return inPage.has(name) ? `#${name}` : target;
}

/** Required link: a section of the page, a path, or an http, mailto or tel URL. */
export function link(label: string) {
  const hint = 'A section of the page, or an address that starts with https://';
  return line(label, 500)
    .refine(
      (text) => text === '' || isLinkTarget(text),
      `${label} must be a section of the page or an address that starts with https://`,
    )
    .register(fieldInfo, { label, maxLength: 500, hint });
}

/** Required http or https URL; `example.org/x` becomes `https://example.org/x`. */
export function webAddress(label: string) {
  return line(label, 500)
    .transform((text) => (/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
    .refine(
      // Refuse a user name before the host (https://bank.example@evil.example): it misleads.
      (text) => /^https?:\/\/[^\s/@]+\.[^\s]+$/i.test(text) && URL.canParse(text) && new URL(text).username === '',
      `${label} must be a web address`,
    )
    .register(fieldInfo, { label, maxLength: 500 });
}
