import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { useMark } from '../components/editing.tsx';
import form from '../components/form.module.css';
import { Heading } from '../components/heading.tsx';
import { Island } from '../components/island.tsx';
import { ContactForm } from '../islands/contact-form.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './contact-form.module.css';

/** Renders the contact form section; its island is islands/contact-form.tsx. */
export function ContactFormSection({ section: contactForm }: SectionProps<'contactForm'>) {
  const mark = useMark();
  return (
    <section
      id="contact"
      {...mark('contactForm.heading', contactForm.id)}
      className={styles.section}
      aria-labelledby="contact-title"
    >
      <div className={classes(styles.intro, 'on-ink')}>
        <Backdrop
          image={contactForm.backgroundImage}
          mark={mark('contactForm.heading', contactForm.id, 'backgroundImage')}
          slot="wideBackground"
          scrim="ink"
          className={styles.backdrop}
        />
        <Heading section="contact" record="contactForm.heading" row={contactForm} />
      </div>
      <Island name="contact" prefix="contact" className={classes(form.form, styles.form)}>
        <ContactForm />
      </Island>
    </section>
  );
}
