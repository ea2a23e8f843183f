import { Backdrop } from '../components/backdrop.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import type { ShownContent } from '../shown.ts';
import styles from './services.module.css';

/** What the company does, as an index of its trades. */
export function Services({ services }: { services: NonNullable<ShownContent['services']> }) {
  return (
    <section id="services" className={styles.services} aria-labelledby="services-title">
      <Backdrop image={services.backgroundImage} scrim="paper" className={styles.backdrop} />
      <div className={`wrap ${styles.columns}`}>
        <Heading section="services" title={services.title} subTitle={services.subTitle} className={styles.heading} />
        <ul className={styles.items}>
          {services.items.map(({ id, icon, name, description }) => (
            <li key={id}>
              <span className={styles.icon}>
                <Icon name={icon} />
              </span>
              <h3>{name}</h3>
              <p>{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
