import type { RecordPath } from '../../../server/content/router.ts';
import { classes } from './classes.ts';
import { Typed } from './editing.tsx';
import styles from './heading.module.css';

interface HeadingProps {
  /** Id of the section; `<id>-title` is the id of the title that labels the section. */
  section: string;
  record: Extract<RecordPath, `${string}.heading`>;
  row: { readonly id: number; readonly title: string; readonly subTitle: string };
  className?: string | undefined;
}

/** Renders a section's title and sub title. */
export function Heading({ section, record, row, className }: HeadingProps) {
  return (
    <header className={classes(styles.heading, className)}>
      <h2 dir="auto" id={`${section}-title`} className={styles.title}>
        <Typed record={record} row={row} field="title" />
      </h2>
      <p dir="auto" className={styles.subTitle}>
        <Typed record={record} row={row} field="subTitle" />
      </p>
    </header>
  );
}
