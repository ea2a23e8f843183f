import { useContext } from 'react';
import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import { largestPicture, Picture, PictureSizes } from '../components/picture.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './projects.module.css';

type ProjectsContent = SectionProps<'projects'>['section'];

/** Renders the projects; client/gallery.ts opens their pictures in a dialog. */
export function Projects({ section: projects }: SectionProps<'projects'>) {
  const mark = useMark();
  return (
    <section
      id="projects"
      {...mark('projects.heading', projects.id)}
      className={classes(styles.projects, 'on-picture')}
      aria-labelledby="projects-title"
    >
      <Backdrop
        image={projects.backgroundImage}
        mark={mark('projects.heading', projects.id, 'backgroundImage')}
        slot="wideBackground"
        scrim="paper"
        className={styles.backdrop}
      />
      <div className="wrap">
        <Heading section="projects" record="projects.heading" row={projects} />
        <ul className={styles.items}>
          {projects.items.map((project) => (
            <li key={project.id} {...mark('projects.items', project.id)}>
              <Project project={project} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Project({ project }: { project: ProjectsContent['items'][number] }) {
  const { id, title, backgroundImage } = project;
  const mark = useMark();
  const picture = largestPicture(useContext(PictureSizes), backgroundImage, 'projectPicture');
  return (
    <figure className={styles.project}>
      {picture && (
        <a href={picture.url} data-gallery={title} aria-label={`Open the picture of ${title}`}>
          <Picture
            image={backgroundImage}
            slot="projectPicture"
            sizes="(min-width: 48rem) 50vw, 100vw"
            mark={mark('projects.items', id, 'backgroundImage')}
          />
        </a>
      )}
      <figcaption>
        <h3 dir="auto">
          <Typed record="projects.items" row={project} field="title" />
        </h3>
        <p dir="auto">
          <Typed record="projects.items" row={project} field="description" />
        </p>
      </figcaption>
    </figure>
  );
}
