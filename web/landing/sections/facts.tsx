import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Heading } from '../components/heading.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './facts.module.css';

const digits = new Intl.NumberFormat('en');

/** Columns of wide windows: at most four, in rows as even as possible. */
const columns = (items: number) => Math.ceil(items / Math.ceil(items / 4));

/** Renders the facts; client/counters.ts animates the numbers. All numbers have one size, at which the longest fits. */
export function Facts({ section: facts }: SectionProps<'facts'>) {
  const sizes: Record<`--${string}`, number> = {
    '--columns': columns(facts.items.length),
    '--longest': Math.max(...facts.items.map(({ count }) => digits.format(count).length)),
  };
  return (
    <section id="facts" className={classes(styles.facts, 'on-ink')} aria-labelledby="facts-title">
      <Backdrop image={facts.backgroundImage} slot="wideBackground" scrim="ink" />
      <div className="wrap">
        <Heading section="facts" title={facts.title} subTitle={facts.subTitle} />
        <dl className={styles.items} style={sizes}>
          {facts.items.map(({ id, count, label }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd data-count={count}>{digits.format(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
