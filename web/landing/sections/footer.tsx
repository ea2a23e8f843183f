import { classes } from '../components/classes.ts';
import { Icon } from '../components/icon.tsx';
import { SocialLinks } from '../components/social-links.tsx';
import { TargetLink } from '../components/target-link.tsx';
import type { VisibleContent } from '../visible-content.ts';
import styles from './footer.module.css';
import { Brand } from './header.tsx';

/** Renders company details, menu, social links and the scroll-to-top link (client/header.ts, client/scroll.ts). */
export function Footer({ content }: { content: VisibleContent }) {
  const { company, menu } = content;
  return (
    <footer className={classes(styles.footer, 'on-ink')}>
      <div className={`wrap ${styles.columns}`}>
        {company && (
          <div className={styles.company}>
            <span className={classes(styles.brand, 'on-plate')}>
              <Brand company={company} />
            </span>
            <address dir="auto">
              {company.address}
              <br />
              {company.zip} {company.city}
              <br />
              <a href={`tel:${company.contactNumber}`}>{company.contactNumber}</a>
              <br />
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </address>
          </div>
        )}
        {menu.length > 0 && (
          <nav className={styles.menu} aria-label="Footer">
            <ul>
              {menu.map(({ id, text, link }) => (
                <li key={id}>
                  <TargetLink target={link}>{text}</TargetLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {company && <SocialLinks owner={company.name} links={company.socialLinks} />}
      </div>
      {company && (
        <p dir="auto" className={`wrap ${styles.copyright}`}>
          {company.copyrightText}
        </p>
      )}
      <a href="#home" className={styles.top} data-to-top="" aria-label="Back to the top">
        <Icon name="arrow-up" />
      </a>
    </footer>
  );
}
