import { classes } from './classes.ts';
import styles from './heading.module.css';

interface HeadingProps {
  /** Id of the section; its title is `<id>-title`, which the section is labelled by. */
  section: string;
  title: string;
  subTitle: string;
  className?: string | undefined;
}

/** A section's title and sub title. */
export function Heading({ section, title, subTitle, className }: HeadingProps) {
  return (
    <header className={classes(styles.heading, className)}>
      <h2 id={`${section}-title`} className={styles.title}>
        {title}
      </h2>
      <p className={styles.subTitle}>{subTitle}</p>
    </header>
  );
}
