import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import form from '../components/form.module.css';
import { Heading } from '../components/heading.tsx';
import { Island } from '../components/island.tsx';
import { ContactForm } from '../islands/contact-form.tsx';
import type { ShownContent } from '../shown.ts';
import styles from './contact-form.module.css';

/** The contact form. */
export function Touch({ touch }: { touch: NonNullable<ShownContent['touch']> }) {
  return (
    <section id="contact" className={styles.touch} aria-labelledby="contact-title">
      <div className={classes(styles.intro, 'on-ink')}>
        <Backdrop image={touch.backgroundImage} slot="wideBackground" scrim="ink" className={styles.backdrop} />
        <Heading section="contact" title={touch.title} subTitle={touch.subTitle} />
      </div>
      <Island name="contact" prefix="contact" className={classes(form.form, styles.form)}>
        <ContactForm />
      </Island>
    </section>
  );
}
