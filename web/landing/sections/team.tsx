import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Heading } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import { SocialLinks } from '../components/social-links.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './team.module.css';

/** Renders the team members with their social links. */
export function Team({ section: team }: SectionProps<'team'>) {
  return (
    <section id="team" className={classes(styles.team, 'on-picture')} aria-labelledby="team-title">
      <Backdrop image={team.backgroundImage} scrim="paper" />
      <div className="wrap">
        <Heading section="team" title={team.title} subTitle={team.subTitle} />
        <ul className={styles.members}>
          {team.members.map(({ id, firstName, lastName, designation, description, photo, socialLinks }) => (
            <li key={id}>
              <div className={styles.photo}>
                <Picture image={photo} slot="memberPhoto" sizes="230px" />
              </div>
              <h3 dir="auto">
                {firstName} {lastName}
              </h3>
              <p dir="auto" className={styles.designation}>
                {designation}
              </p>
              <p dir="auto">{description}</p>
              <SocialLinks owner={`${firstName} ${lastName}`} links={socialLinks} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
