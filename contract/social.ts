/** Social sites a link may name; the position (from 1) is its SocialLinkID over REST. Append only. */
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
