import type { SocialSite } from '../../../contract/social.ts';
import { useMark } from './editing.tsx';
import { SocialIcon } from './social-icon.tsx';
import styles from './social-links.module.css';

interface SocialLinksProps {
  record: 'company.socialLinks' | 'team.socialLinks';
  /** Company or person, for the accessible names. */
  owner: string;
  links: readonly { id: number; site: SocialSite; link: string }[];
}

/** Renders the social links of a company or a person; nothing without links. */
export function SocialLinks({ record, owner, links }: SocialLinksProps) {
  const mark = useMark();
  if (links.length === 0) return null;
  return (
    <ul className={styles.links}>
      {links.map(({ id, site, link }) => (
        <li key={id} {...mark(record, id)}>
          <a href={link} rel="me noopener" aria-label={`${owner} on ${site}`}>
            <SocialIcon site={site} />
          </a>
        </li>
      ))}
    </ul>
  );
}
