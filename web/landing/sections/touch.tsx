import { Backdrop } from '../components/backdrop.tsx';
import { Heading } from '../components/heading.tsx';
import { Island } from '../components/island.tsx';
import { ContactForm } from '../islands/contact-form.tsx';
import type { ShownContent } from '../shown.ts';
import styles from './touch.module.css';

/** The contact form. */
export function Touch({ touch }: { touch: NonNullable<ShownContent['touch']> }) {
  return (
    <section id="contact" className={styles.touch} aria-labelledby="contact-title">
      <Backdrop image={touch.backgroundImage} slot="wideBackground" scrim="ink" />
      <div className={`wrap ${styles.columns}`}>
        <Heading section="contact" title={touch.title} subTitle={touch.subTitle} />
        <Island name="contact" prefix="contact" className={styles.form}>
          <ContactForm />
        </Island>
      </div>
    </section>
  );
}
