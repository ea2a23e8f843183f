import { parseVideo } from '../../../contract/video.ts';
import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { TargetLink } from '../components/target-link.tsx';
import { VideoLink } from '../components/video-link.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './hero.module.css';

/** Renders the hero: title, texts, action buttons and the video link (client/video.ts). */
export function Hero({ section: hero }: SectionProps<'hero'>) {
  const mark = useMark();
  const video = parseVideo(hero.videoLink);
  return (
    <section
      id="home"
      {...mark('hero.heading', hero.id)}
      className={classes(styles.hero, 'on-ink')}
      aria-labelledby="home-title"
    >
      <Backdrop
        image={hero.backgroundImage}
        mark={mark('hero.heading', hero.id, 'backgroundImage')}
        slot="wideBackground"
        scrim="none"
        className={styles.backdrop}
        isPriority
      />
      <div className={styles.content}>
        <Picture
          image={hero.logo}
          slot="heroLogo"
          sizes="200px"
          className={styles.logo}
          loading="eager"
          mark={mark('hero.heading', hero.id, 'logo')}
        />
        <h1 dir="auto" id="home-title" className={styles.title}>
          <Typed record="hero.heading" row={hero} field="title" />
        </h1>
        <p dir="auto" className={styles.subTitle}>
          <Typed record="hero.heading" row={hero} field="subTitle" />
        </p>
        <p dir="auto" className={styles.description}>
          <Typed record="hero.heading" row={hero} field="description" />
        </p>
        <div className={styles.buttons}>
          {hero.buttons.map((button) => (
            <TargetLink
              key={button.id}
              target={button.link}
              className={button.color === 'green_button' ? 'button' : 'button quiet'}
              mark={mark('hero.buttons', button.id)}
            >
              <Typed record="hero.buttons" row={button} field="text" />
            </TargetLink>
          ))}
          {video && (
            <VideoLink video={video} title={hero.title} plays="in-dialog" className={styles.play}>
              <Icon name="play" />
              Watch the film
            </VideoLink>
          )}
        </div>
      </div>
    </section>
  );
}
