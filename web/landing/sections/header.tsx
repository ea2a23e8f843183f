import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { TargetLink } from '../components/target-link.tsx';
import type { VisibleContent } from '../visible-content.ts';
import styles from './header.module.css';

/** Renders the logo, the menu and the newsletter link; client/header.ts and client/menu.ts enhance them. */
export function Header({ content }: { content: VisibleContent }) {
  const { company, hero, isEmpty, menu, subscribe } = content;
  const isSolid = !hero && !isEmpty;
  return (
    <header className={classes(styles.header, isSolid && styles.solid)} data-header="">
      <div className={styles.bar}>
        {company && (
          <a
            className={classes(styles.brand, plateOf(company))}
            href="#home"
            aria-label={`${company.name}: to the top`}
          >
            {company.darkLogo ? <BothLogos company={company} isSolid={isSolid} /> : <Brand company={company} />}
          </a>
        )}
        {(menu.length > 0 || subscribe) && <Menu menu={menu} hasSubscribe={subscribe !== null} />}
      </div>
    </header>
  );
}

function Menu({ menu, hasSubscribe }: { menu: VisibleContent['menu']; hasSubscribe: boolean }) {
  const mark = useMark();
  return (
    <>
      <nav id="menu" className={styles.menu} aria-label="Main" data-menu="">
        <ul>
          {menu.map((entry) => (
            <li key={entry.id} {...mark('menu.items', entry.id)}>
              <TargetLink target={entry.link} className={styles.entry}>
                <Typed record="menu.items" row={entry} field="text" />
              </TargetLink>
            </li>
          ))}
        </ul>
        {hasSubscribe && (
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
    </>
  );
}

/** Renders the page's title and the space below the header, on a page without a hero. */
export function PageTop({ company }: Pick<VisibleContent, 'company'>) {
  return (
    <div id="home" className={styles.top}>
      <h1 className="visually-hidden">{company?.name ?? 'Welcome'}</h1>
    </div>
  );
}

/** The class of the logo's ground: a light plate, unless the company has a logo for dark grounds (theme/dark-logo.css). */
export function plateOf(company: Company): string {
  return company.darkLogo ? 'no-plate' : 'on-plate';
}

type Company = NonNullable<VisibleContent['company']>;

/** Renders both logos; the styles show the one for the header's ground, and a lazy picture that is hidden is not loaded. */
function BothLogos({ company, isSolid }: { company: Company; isSolid: boolean }) {
  return (
    <>
      <span className="for-dark">
        <Brand company={company} ground="dark" loading={isSolid ? 'lazy' : 'eager'} />
      </span>
      <span className="for-light">
        <Brand company={company} loading="lazy" />
      </span>
    </>
  );
}

interface BrandProps {
  company: VisibleContent['company'];
  /** On dark ground the company's dark logo, if there is one. */
  ground?: 'light' | 'dark';
  loading?: 'eager' | 'lazy';
}

/** Renders the company's logo, or its name without a logo; nothing without a company. */
export function Brand({ company, ground = 'light', loading = 'eager' }: BrandProps) {
  const mark = useMark();
  const field = ground === 'dark' && company?.darkLogo ? 'darkLogo' : 'logo';
  if (company?.[field])
    return (
      <Picture
        image={company[field]}
        slot="companyLogo"
        sizes="160px"
        alt={company.name}
        loading={loading}
        mark={mark('company.heading', company.id, field)}
      />
    );
  if (!company) return null;
  const size: Record<`--${string}`, number> = { '--letters': company.name.length };
  return (
    <span dir="auto" className={styles.name} style={size}>
      <Typed record="company.heading" row={company} field="name" />
    </span>
  );
}
