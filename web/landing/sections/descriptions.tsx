import { Typed, useMark } from '../components/editing.tsx';
import { Picture } from '../components/picture.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './descriptions.module.css';

/** Renders blocks of text, each with a picture on the side given by its record. */
export function Descriptions({ section: descriptions }: SectionProps<'descriptions'>) {
  const mark = useMark();
  return (
    <section id="offer" className={styles.descriptions} aria-label="What we offer">
      {descriptions.items.map((block) => (
        <article
          key={block.id}
          className={`${styles.block} ${styles[block.side]}`}
          {...mark('descriptions.items', block.id)}
        >
          <div className={styles.picture}>
            <Picture
              image={block.backgroundImage}
              slot="descriptionPicture"
              sizes="(min-width: 56rem) 55vw, 100vw"
              mark={mark('descriptions.items', block.id, 'backgroundImage')}
            />
          </div>
          <div className={styles.text}>
            <h2 dir="auto">
              <Typed record="descriptions.items" row={block} field="title" />
            </h2>
            <p dir="auto" className="prose">
              <Typed record="descriptions.items" row={block} field="description" />
            </p>
          </div>
        </article>
      ))}
    </section>
  );
}
