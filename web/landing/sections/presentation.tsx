import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { VideoLink } from '../components/video-link.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './presentation.module.css';

/** Renders the videos as posters; client/video.ts plays them. */
export function Presentation({ section: presentation }: SectionProps<'presentation'>) {
  const mark = useMark();
  return (
    <section
      id="presentation"
      {...mark('presentation.heading', presentation.id)}
      className={classes(styles.presentation, 'on-ink')}
      aria-labelledby="presentation-title"
    >
      <Backdrop
        image={presentation.backgroundImage}
        mark={mark('presentation.heading', presentation.id, 'backgroundImage')}
        scrim="ink"
      />
      <div className="wrap">
        <Heading section="presentation" record="presentation.heading" row={presentation} />
        <div className={styles.videos}>
          {presentation.videos.map(({ id, source, poster }, index) => (
            <div key={id} className={styles.screen} {...mark('presentation.videos', id)}>
              <VideoLink video={source} title={presentation.title} plays="inline">
                <Picture
                  image={poster}
                  slot="videoPoster"
                  sizes="(min-width: 75rem) 70rem, 100vw"
                  mark={mark('presentation.videos', id, 'poster')}
                />
                <span className={styles.play}>
                  <Icon name="play" />
                  <span className="visually-hidden">Play film {index + 1}</span>
                </span>
              </VideoLink>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
