import { useContext } from 'react';
import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Heading } from '../components/heading.tsx';
import { largestPicture, Picture, PictureSizes } from '../components/picture.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './projects.module.css';

type ProjectsContent = SectionProps<'projects'>['section'];

/** Renders the projects; client/gallery.ts opens their pictures in a dialog. */
export function Projects({ section: projects }: SectionProps<'projects'>) {
  return (
    <section id="projects" className={classes(styles.projects, 'on-picture')} aria-labelledby="projects-title">
      <Backdrop image={projects.backgroundImage} slot="wideBackground" scrim="paper" className={styles.backdrop} />
      <div className="wrap">
        <Heading section="projects" title={projects.title} subTitle={projects.subTitle} />
        <ul className={styles.items}>
          {projects.items.map((project) => (
            <li key={project.id}>
              <Project project={project} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Project({ project: { title, description, backgroundImage } }: { project: ProjectsContent['items'][number] }) {
  const picture = largestPicture(useContext(PictureSizes), backgroundImage, 'projectPicture');
  return (
    <figure className={styles.project}>
      {picture && (
        <a href={picture.url} data-gallery={title} aria-label={`Open the picture of ${title}`}>
          <Picture image={backgroundImage} slot="projectPicture" sizes="(min-width: 48rem) 50vw, 100vw" />
        </a>
      )}
      <figcaption>
        <h3 dir="auto">{title}</h3>
        <p dir="auto">{description}</p>
      </figcaption>
    </figure>
  );
}
