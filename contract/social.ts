/** Social sites of links; the position (from 1) is the REST SocialLinkID. Append only. */
export const socialSites = [
  'Facebook',
  'Twitter',
  'Instagram',
  'LinkedIn',
  'YouTube',
  'GitHub',
  'Mastodon',
  'Pinterest',
] as const;
export type SocialSite = (typeof socialSites)[number];
