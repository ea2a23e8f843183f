import type { ReactNode } from 'react';
import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import type { SectionProps } from '../shown.ts';
import styles from './contact-details.module.css';

type ContactLine = SectionProps<'contactDetails'>['section']['lines'][number];

/** Where to find and how to reach the company. */
export function ContactDetails({ section: contactDetails }: SectionProps<'contactDetails'>) {
  return (
    <section id="address" className={classes(styles.section, 'on-ink')} aria-labelledby="address-title">
      <Backdrop image={contactDetails.backgroundImage} slot="contactBackground" scrim="ink" />
      <div className="wrap">
        <Heading section="address" title={contactDetails.title} subTitle={contactDetails.subTitle} />
        <ul className={styles.lines}>
          {contactDetails.lines.map((line) => (
            <li key={line.id}>
              <Icon name={line.icon} />
              <h3>{reachable(line.icon, line.name)}</h3>
              <p className="prose">{reachable(line.icon, line.description)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A text that is nothing but a phone number or an e-mail address, as a link that dials or writes. */
function reachable(icon: ContactLine['icon'], text: string): ReactNode {
  if (icon === 'uk-icon-phone' && /^\+?[\d\s()/.-]{5,30}$/.test(text))
    return <a href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</a>;
  if (icon === 'uk-icon-envelope' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
    return <a href={`mailto:${text}`}>{breakable(text)}</a>;
  return text;
}

/** An e-mail address that breaks behind the @ where it does not fit, and not within a word. */
function breakable(address: string): ReactNode {
  const [name, domain] = address.split('@');
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}
