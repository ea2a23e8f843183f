import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import form from '../components/form.module.css';
import { Heading } from '../components/heading.tsx';
import { Island } from '../components/island.tsx';
import { ContactForm } from '../islands/contact-form.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './contact-form.module.css';

/** Renders the contact form section; its island is islands/contact-form.tsx. */
export function ContactFormSection({ section: contactForm }: SectionProps<'contactForm'>) {
  return (
    <section id="contact" className={styles.section} aria-labelledby="contact-title">
      <div className={classes(styles.intro, 'on-ink')}>
        <Backdrop image={contactForm.backgroundImage} slot="wideBackground" scrim="ink" className={styles.backdrop} />
        <Heading section="contact" title={contactForm.title} subTitle={contactForm.subTitle} />
      </div>
      <Island name="contact" prefix="contact" className={classes(form.form, styles.form)}>
        <ContactForm />
      </Island>
    </section>
  );
}
