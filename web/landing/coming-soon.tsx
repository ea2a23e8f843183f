import styles from './coming-soon.module.css';
import { classes } from './components/classes.ts';
import type { VisibleContent } from './visible-content.ts';

/** Renders the page of an installation that shows no section yet; client/edit.ts adds a checklist for Admins. */
export function ComingSoon({ company }: Pick<VisibleContent, 'company'>) {
  return (
    <section id="home" className={classes(styles.soon, 'on-ink')} aria-labelledby="home-title" data-coming-soon="">
      <div className="wrap">
        <h1 id="home-title">Coming soon</h1>
        <p dir="auto" className={styles.text}>
          {comingSoonText(company)}
        </p>
        {company && (
          <p className={styles.buttons}>
            <a className="button" href={`mailto:${company.email}`}>
              Write to us
            </a>
            <a className="button quiet" href={`tel:${company.contactNumber}`}>
              {company.contactNumber}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

/** The page's sentence, which is its description for search engines, too. */
export function comingSoonText(company: VisibleContent['company']): string {
  return company ? `${company.name} is preparing this page.` : 'This page is being prepared.';
}
