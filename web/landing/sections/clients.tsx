import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import { Slider } from '../components/slider.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './clients.module.css';

/** Autoplay interval of the slider (specification, section 9). */
const autoplayIntervalMs = 1000;

/** Renders the clients' logos in an autoplay slider (client/slider.ts). */
export function Clients({ section: clients }: SectionProps<'clients'>) {
  const mark = useMark();
  return (
    <section
      id="clients"
      {...mark('clients.heading', clients.id)}
      className={styles.clients}
      aria-labelledby="clients-title"
    >
      <Backdrop
        image={clients.backgroundImage}
        mark={mark('clients.heading', clients.id, 'backgroundImage')}
        scrim="paper"
        className={styles.backdrop}
      />
      <div className={`wrap ${styles.columns}`}>
        <Heading section="clients" record="clients.heading" row={clients} />
        <Slider label="Clients" autoplay={autoplayIntervalMs} className={styles.slider}>
          {clients.items.map((client) => (
            <figure
              key={client.id}
              className={classes(styles.client, 'on-plate')}
              {...mark('clients.items', client.id)}
            >
              <Picture
                image={client.logo}
                slot="clientLogo"
                sizes="220px"
                mark={mark('clients.items', client.id, 'logo')}
              />
              <figcaption dir="auto" className={client.logo ? 'visually-hidden' : undefined}>
                <Typed record="clients.items" row={client} field="name" />
              </figcaption>
            </figure>
          ))}
        </Slider>
      </div>
    </section>
  );
}
