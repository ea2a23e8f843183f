import { Backdrop } from '../components/backdrop.tsx';
import { useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './promo.module.css';

/** Renders the promotion across the whole width. */
export function Promo({ section: promo }: SectionProps<'promo'>) {
  const mark = useMark();
  return (
    <section id="promo" {...mark('promo.heading', promo.id)} className={styles.promo} aria-labelledby="promo-title">
      <Backdrop
        image={promo.backgroundImage}
        mark={mark('promo.heading', promo.id, 'backgroundImage')}
        scrim="none"
        className={styles.backdrop}
      />
      <div className={styles.slab}>
        <Heading section="promo" record="promo.heading" row={promo} className={styles.heading} />
      </div>
    </section>
  );
}
