import { Typed, useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './services.module.css';

/** Renders the services as a list beside a picture. */
export function Services({ section: services }: SectionProps<'services'>) {
  const mark = useMark();
  return (
    <section
      id="services"
      {...mark('services.heading', services.id)}
      className={styles.services}
      aria-labelledby="services-title"
    >
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.intro}>
          <Heading section="services" record="services.heading" row={services} />
          <div className={styles.picture}>
            <Picture
              image={services.backgroundImage}
              slot="servicesPicture"
              sizes="(min-width: 64rem) 40vw, 100vw"
              mark={mark('services.heading', services.id, 'backgroundImage')}
            />
          </div>
        </div>
        <ul className={styles.items}>
          {services.items.map((service) => (
            <li key={service.id} {...mark('services.items', service.id)}>
              <span className={styles.icon}>
                <Icon name={service.icon} />
              </span>
              <h3 dir="auto">
                <Typed record="services.items" row={service} field="name" />
              </h3>
              <p dir="auto">
                <Typed record="services.items" row={service} field="description" />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
