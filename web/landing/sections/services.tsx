import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './services.module.css';

/** Renders the services as a list beside a picture. */
export function Services({ section: services }: SectionProps<'services'>) {
  return (
    <section id="services" className={styles.services} aria-labelledby="services-title">
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.intro}>
          <Heading section="services" title={services.title} subTitle={services.subTitle} />
          <div className={styles.picture}>
            <Picture image={services.backgroundImage} slot="servicesPicture" sizes="(min-width: 64rem) 40vw, 100vw" />
          </div>
        </div>
        <ul className={styles.items}>
          {services.items.map(({ id, icon, name, description }) => (
            <li key={id}>
              <span className={styles.icon}>
                <Icon name={icon} />
              </span>
              <h3 dir="auto">{name}</h3>
              <p dir="auto">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
