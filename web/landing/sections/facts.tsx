import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { digits, figureSizes } from '../components/figures.ts';
import { Heading } from '../components/heading.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './facts.module.css';

/** Renders the facts; client/counters.ts animates the numbers. */
export function Facts({ section: facts }: SectionProps<'facts'>) {
  const mark = useMark();
  return (
    <section
      id="facts"
      {...mark('facts.heading', facts.id)}
      className={classes(styles.facts, 'on-ink')}
      aria-labelledby="facts-title"
    >
      <Backdrop
        image={facts.backgroundImage}
        mark={mark('facts.heading', facts.id, 'backgroundImage')}
        slot="wideBackground"
        scrim="ink"
      />
      <div className="wrap">
        <Heading section="facts" record="facts.heading" row={facts} />
        <dl className={styles.items} style={figureSizes(facts.items.map(({ count }) => count))}>
          {facts.items.map((fact) => (
            <div key={fact.id} {...mark('facts.items', fact.id)}>
              <dt dir="auto">
                <Typed record="facts.items" row={fact} field="label" />
              </dt>
              <dd data-count={fact.count} {...mark('facts.items', fact.id, 'count')}>
                {digits.format(fact.count)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
