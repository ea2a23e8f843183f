import { classes } from '../components/classes.ts';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { TargetLink } from '../components/target-link.tsx';
import type { VisibleContent } from '../visible-content.ts';
import styles from './header.module.css';

/** Renders the logo, the menu and the newsletter link; client/header.ts and client/menu.ts enhance them. */
export function Header({ content }: { content: VisibleContent }) {
  return (
    <header className={styles.header} data-header="">
      <div className={styles.bar}>
        <a
          className={classes(styles.brand, 'on-plate')}
          href="#home"
          aria-label={`${content.company?.name ?? 'Home'}: to the top`}
        >
          <Brand company={content.company} />
        </a>
        <nav id="menu" className={styles.menu} aria-label="Main" data-menu="">
          <ul>
            {content.menu.map(({ id, text, link }) => (
              <li key={id}>
                <TargetLink target={link} className={styles.entry}>
                  {text}
                </TargetLink>
              </li>
            ))}
          </ul>
          {content.subscribe && (
            <TargetLink target="container_button_subscribe" className={styles.subscribe}>
              Subscribe
            </TargetLink>
          )}
        </nav>
        <button type="button" className={styles.toggle} data-menu-toggle="" aria-controls="menu" aria-expanded="false">
          <Icon name="menu" />
          <Icon name="close" />
          <span className="visually-hidden">Menu</span>
        </button>
      </div>
    </header>
  );
}

/** Renders the company's logo, or its name without a logo; nothing without a company. */
export function Brand({ company }: { company: VisibleContent['company'] }) {
  if (company?.logo)
    return <Picture image={company.logo} slot="companyLogo" sizes="160px" alt={company.name} loading="eager" />;
  if (!company) return null;
  const size: Record<`--${string}`, number> = { '--letters': company.name.length };
  return (
    <span className={styles.name} style={size}>
      {company.name}
    </span>
  );
}
