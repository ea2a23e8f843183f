import { Backdrop } from '../components/backdrop.tsx';
import { Heading } from '../components/heading.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './promo.module.css';

/** Renders the promotion across the whole width. */
export function Promo({ section: promo }: SectionProps<'promo'>) {
  return (
    <section id="promo" className={styles.promo} aria-labelledby="promo-title">
      <Backdrop image={promo.backgroundImage} scrim="none" className={styles.backdrop} />
      <div className={styles.slab}>
        <Heading section="promo" title={promo.title} subTitle={promo.subTitle} className={styles.heading} />
      </div>
    </section>
  );
}
