import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Heading } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import { Slider } from '../components/slider.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './clients.module.css';

/** Autoplay interval of the slider (specification, section 9). */
const autoplayIntervalMs = 1000;

/** Renders the clients' logos in an autoplay slider (client/slider.ts). */
export function Clients({ section: clients }: SectionProps<'clients'>) {
  return (
    <section id="clients" className={styles.clients} aria-labelledby="clients-title">
      <Backdrop image={clients.backgroundImage} scrim="paper" className={styles.backdrop} />
      <div className={`wrap ${styles.columns}`}>
        <Heading section="clients" title={clients.title} subTitle={clients.subTitle} />
        <Slider label="Clients" autoplay={autoplayIntervalMs} className={styles.slider}>
          {clients.items.map(({ id, logo, name }) => (
            <figure key={id} className={classes(styles.client, 'on-plate')}>
              <Picture image={logo} slot="clientLogo" sizes="220px" />
              <figcaption dir="auto" className={logo ? 'visually-hidden' : undefined}>
                {name}
              </figcaption>
            </figure>
          ))}
        </Slider>
      </div>
    </section>
  );
}
