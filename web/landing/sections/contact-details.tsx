import type { ReactNode } from 'react';
import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './contact-details.module.css';

type ContactLine = SectionProps<'contactDetails'>['section']['lines'][number];

/** Renders the contact lines; phone numbers and e-mail addresses are links. */
export function ContactDetails({ section: contactDetails }: SectionProps<'contactDetails'>) {
  const mark = useMark();
  return (
    <section
      id="address"
      {...mark('contactDetails.heading', contactDetails.id)}
      className={classes(styles.section, 'on-ink')}
      aria-labelledby="address-title"
    >
      <Backdrop
        image={contactDetails.backgroundImage}
        mark={mark('contactDetails.heading', contactDetails.id, 'backgroundImage')}
        slot="contactBackground"
        scrim="ink"
      />
      <div className="wrap">
        <Heading section="address" record="contactDetails.heading" row={contactDetails} />
        <ul className={styles.lines}>
          {contactDetails.lines.map((line) => (
            <li key={line.id} {...mark('contactDetails.lines', line.id)}>
              <Icon name={line.icon} />
              <h3 dir="auto">
                <Typed record="contactDetails.lines" row={line} field="name">
                  {withContactLink(line.icon, line.name)}
                </Typed>
              </h3>
              <p dir="auto" className="prose">
                <Typed record="contactDetails.lines" row={line} field="description">
                  {withContactLink(line.icon, line.description)}
                </Typed>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Renders a phone number or an e-mail address as a link, other text unchanged. */
function withContactLink(icon: ContactLine['icon'], text: string): ReactNode {
  if (icon === 'uk-icon-phone' && /^\+?[\d\s()/.-]{5,30}$/.test(text))
    return <a href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</a>;
  if (icon === 'uk-icon-envelope' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
    return <a href={`mailto:${text}`}>{withLineBreak(text)}</a>;
  return text;
}

/** Renders an e-mail address with a line break opportunity after the @. */
function withLineBreak(address: string): ReactNode {
  const [name, domain] = address.split('@');
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}
