import { Backdrop } from '../components/backdrop.tsx';
import { Typed, useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './features.module.css';

/** Renders the features with their icons. */
export function Features({ section: features }: SectionProps<'features'>) {
  const mark = useMark();
  return (
    <section
      id="features"
      {...mark('features.heading', features.id)}
      className={styles.features}
      aria-labelledby="features-title"
    >
      <Backdrop
        image={features.backgroundImage}
        mark={mark('features.heading', features.id, 'backgroundImage')}
        slot="wideBackground"
        scrim="paper"
        className={styles.backdrop}
      />
      <div className={`wrap ${styles.sheet}`}>
        <Heading section="features" record="features.heading" row={features} />
        <ul className={styles.items}>
          {features.items.map((feature) => (
            <li key={feature.id} {...mark('features.items', feature.id)}>
              <Icon name={feature.icon} />
              <h3 dir="auto">
                <Typed record="features.items" row={feature} field="name" />
              </h3>
              <p dir="auto">
                <Typed record="features.items" row={feature} field="description" />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
