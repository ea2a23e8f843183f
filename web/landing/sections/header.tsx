import { linkHref } from '../../../contract/links.ts';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { TargetLink } from '../components/target-link.tsx';
import { type ShownContent, shownAnchors } from '../shown.ts';
import styles from './header.module.css';

/** Top navigation: the logo, the menu (off-canvas on narrow screens) and the newsletter. */
export function Header({ content }: { content: ShownContent }) {
  return (
    <header className={styles.header} data-header="">
      <div className={styles.bar}>
        <a className={styles.brand} href="#home" aria-label={`${content.company?.name ?? 'Home'}: to the top`}>
          <Brand company={content.company} />
        </a>
        <nav id="menu" className={styles.menu} aria-label="Main" data-menu="">
          <ul>
            {menuEntries(content).map(({ id, text, link }) => (
              <li key={id}>
                <TargetLink target={link}>{text}</TargetLink>
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

/** The company's logo, or its name while it has none. */
export function Brand({ company }: { company: ShownContent['company'] }) {
  if (company?.logo)
    return <Picture image={company.logo} slot="companyLogo" sizes="160px" alt={company.name} loads="at-once" />;
  return <span className={styles.name}>{company?.name}</span>;
}

/** The menu without entries whose section is not shown. */
export function menuEntries(content: ShownContent) {
  const hidden = new Set(
    Object.entries(shownAnchors(content))
      .filter(([, isShown]) => !isShown)
      .map(([anchor]) => `#${anchor}`),
  );
  return content.menu.filter((entry) => !hidden.has(linkHref(entry.link)));
}
