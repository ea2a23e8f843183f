import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { digits, figureSizes } from '../components/figures.ts';
import { Heading } from '../components/heading.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './facts.module.css';

/** Renders the facts; client/counters.ts animates the numbers. */
export function Facts({ section: facts }: SectionProps<'facts'>) {
  return (
    <section id="facts" className={classes(styles.facts, 'on-ink')} aria-labelledby="facts-title">
      <Backdrop image={facts.backgroundImage} slot="wideBackground" scrim="ink" />
      <div className="wrap">
        <Heading section="facts" title={facts.title} subTitle={facts.subTitle} />
        <dl className={styles.items} style={figureSizes(facts.items.map(({ count }) => count))}>
          {facts.items.map(({ id, count, label }) => (
            <div key={id}>
              <dt dir="auto">{label}</dt>
              <dd data-count={count}>{digits.format(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
