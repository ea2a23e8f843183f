import { Backdrop } from '../components/backdrop.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './features.module.css';

/** Renders the features with their icons. */
export function Features({ section: features }: SectionProps<'features'>) {
  return (
    <section id="features" className={styles.features} aria-labelledby="features-title">
      <Backdrop image={features.backgroundImage} slot="wideBackground" scrim="paper" className={styles.backdrop} />
      <div className={`wrap ${styles.sheet}`}>
        <Heading section="features" title={features.title} subTitle={features.subTitle} />
        <ul className={styles.items}>
          {features.items.map(({ id, icon, name, description }) => (
            <li key={id}>
              <Icon name={icon} />
              <h3 dir="auto">{name}</h3>
              <p dir="auto">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
