import { Backdrop } from '../components/backdrop.tsx';
import { Heading } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import { Slider } from '../components/slider.tsx';
import type { ShownContent } from '../shown.ts';
import styles from './clients.module.css';

/** Milliseconds between two steps of the slider (specification, section 9). */
const autoplayInterval = 1000;

/** Who the company works for: logos that pass by. */
export function Clients({ clients }: { clients: NonNullable<ShownContent['clients']> }) {
  return (
    <section id="clients" className={styles.clients} aria-labelledby="clients-title">
      <Backdrop image={clients.backgroundImage} scrim="paper" />
      <div className="wrap">
        <Heading section="clients" title={clients.title} subTitle={clients.subTitle} className={styles.heading} />
        <Slider label="Clients" autoplay={autoplayInterval} className={styles.slider}>
          {clients.items.map(({ id, logo, name }) => (
            <figure key={id} className={styles.client}>
              <Picture image={logo} slot="clientLogo" sizes="220px" />
              <figcaption className={logo ? 'visually-hidden' : ''}>{name}</figcaption>
            </figure>
          ))}
        </Slider>
      </div>
    </section>
  );
}
