import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { Icon } from '../components/icon.tsx';
import { SocialLinks } from '../components/social-links.tsx';
import { TargetLink } from '../components/target-link.tsx';
import type { VisibleContent } from '../visible-content.ts';
import styles from './footer.module.css';
import { Brand, plateOf } from './header.tsx';

/** Renders company details, menu, social links and the scroll-to-top link (client/header.ts, client/scroll.ts). */
export function Footer({ content }: { content: VisibleContent }) {
  const { company, menu } = content;
  const mark = useMark();
  return (
    <footer className={classes(styles.footer, 'on-ink')} {...(company && mark('company.heading', company.id))}>
      <div className={`wrap ${styles.columns}`}>
        {company && (
          <div className={styles.company}>
            <span className={classes(styles.brand, plateOf(company))}>
              <Brand company={company} ground="dark" />
            </span>
            <address dir="auto">
              <Typed record="company.heading" row={company} field="address" />
              <br />
              <Typed record="company.heading" row={company} field="zip" />{' '}
              <Typed record="company.heading" row={company} field="city" />
              <br />
              <a href={`tel:${company.contactNumber}`}>
                <Typed record="company.heading" row={company} field="contactNumber" />
              </a>
              <br />
              <a href={`mailto:${company.email}`}>
                <Typed record="company.heading" row={company} field="email" />
              </a>
            </address>
          </div>
        )}
        {menu.length > 0 && (
          <nav className={styles.menu} aria-label="Footer">
            <ul>
              {menu.map((entry) => (
                <li key={entry.id} {...mark('menu.items', entry.id)}>
                  <TargetLink target={entry.link}>
                    <Typed record="menu.items" row={entry} field="text" />
                  </TargetLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {company && <SocialLinks record="company.socialLinks" owner={company.name} links={company.socialLinks} />}
      </div>
      {company && (
        <p dir="auto" className={`wrap ${styles.copyright}`}>
          <Typed record="company.heading" row={company} field="copyrightText" />
        </p>
      )}
      <a href="#home" className={styles.top} data-to-top="" aria-label="Back to the top">
        <Icon name="arrow-up" />
      </a>
    </footer>
  );
}
