import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import { Picture } from '../components/picture.tsx';
import { SocialLinks } from '../components/social-links.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './team.module.css';

/** Renders the team members with their social links. */
export function Team({ section: team }: SectionProps<'team'>) {
  const mark = useMark();
  return (
    <section
      id="team"
      {...mark('team.heading', team.id)}
      className={classes(styles.team, 'on-picture')}
      aria-labelledby="team-title"
    >
      <Backdrop image={team.backgroundImage} mark={mark('team.heading', team.id, 'backgroundImage')} scrim="paper" />
      <div className="wrap">
        <Heading section="team" record="team.heading" row={team} />
        <ul className={styles.members}>
          {team.members.map((member) => (
            <li key={member.id} {...mark('team.members', member.id)}>
              <div className={styles.photo}>
                <Picture
                  image={member.photo}
                  slot="memberPhoto"
                  sizes="230px"
                  mark={mark('team.members', member.id, 'photo')}
                />
              </div>
              <h3 dir="auto">
                <Typed record="team.members" row={member} field="firstName" />{' '}
                <Typed record="team.members" row={member} field="lastName" />
              </h3>
              <p dir="auto" className={styles.designation}>
                <Typed record="team.members" row={member} field="designation" />
              </p>
              <p dir="auto">
                <Typed record="team.members" row={member} field="description" />
              </p>
              <SocialLinks
                record="team.socialLinks"
                owner={`${member.firstName} ${member.lastName}`}
                links={member.socialLinks}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
