import { classes } from './classes.ts';
import styles from './heading.module.css';

interface HeadingProps {
  /** Id of the section; `<id>-title` is the id of the title that labels the section. */
  section: string;
  title: string;
  subTitle: string;
  className?: string | undefined;
}

/** Renders a section's title and sub title. */
export function Heading({ section, title, subTitle, className }: HeadingProps) {
  return (
    <header className={classes(styles.heading, className)}>
      <h2 dir="auto" id={`${section}-title`} className={styles.title}>
        {title}
      </h2>
      <p dir="auto" className={styles.subTitle}>
        {subTitle}
      </p>
    </header>
  );
}
