import type { SocialSite } from '../../../contract/social.ts';
import { SocialIcon } from './social-icon.tsx';
import styles from './social-links.module.css';

interface SocialLinksProps {
  /** Company or person, for the accessible names. */
  owner: string;
  links: readonly { id: number; site: SocialSite; link: string }[];
}

/** Renders the social links of a company or a person; nothing without links. */
export function SocialLinks({ owner, links }: SocialLinksProps) {
  if (links.length === 0) return null;
  return (
    <ul className={styles.links}>
      {links.map(({ id, site, link }) => (
        <li key={id}>
          <a href={link} rel="me noopener" aria-label={`${owner} on ${site}`}>
            <SocialIcon site={site} />
          </a>
        </li>
      ))}
    </ul>
  );
}
