import { Picture } from '../components/picture.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './descriptions.module.css';

/** Renders blocks of text, each with a picture on the side given by its record. */
export function Descriptions({ section: descriptions }: SectionProps<'descriptions'>) {
  return (
    <section id="offer" className={styles.descriptions} aria-label="What we offer">
      {descriptions.items.map(({ id, title, description, backgroundImage, side }) => (
        <article key={id} className={`${styles.block} ${styles[side]}`}>
          <div className={styles.picture}>
            <Picture image={backgroundImage} slot="descriptionPicture" sizes="(min-width: 56rem) 55vw, 100vw" />
          </div>
          <div className={styles.text}>
            <h2 dir="auto">{title}</h2>
            <p dir="auto" className="prose">
              {description}
            </p>
          </div>
        </article>
      ))}
    </section>
  );
}
