import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { useMark } from '../components/editing.tsx';
import form from '../components/form.module.css';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Island } from '../components/island.tsx';
import { SubscribeForm } from '../islands/subscribe-form.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './subscribe.module.css';

interface SubscribeProps {
  subscribe: SectionProps<'subscribe'>['section'];
}

/** Renders the newsletter section; its island is islands/subscribe-form.tsx. */
export function Subscribe({ section: subscribe }: SectionProps<'subscribe'>) {
  const mark = useMark();
  return (
    <section
      id="subscribe"
      {...mark('subscribe.heading', subscribe.id)}
      className={classes(styles.subscribe, 'on-ink')}
      aria-labelledby="subscribe-title"
    >
      <Backdrop
        image={subscribe.backgroundImage}
        mark={mark('subscribe.heading', subscribe.id, 'backgroundImage')}
        scrim="ink"
      />
      <div className={`wrap ${styles.columns}`}>
        <Heading section="subscribe" record="subscribe.heading" row={subscribe} />
        <Island name="subscribe" prefix="subscribe" className={classes(form.form, styles.form)}>
          <SubscribeForm />
        </Island>
      </div>
    </section>
  );
}

/** Renders the newsletter dialog; client/subscribe-dialog.ts opens it. */
export function SubscribeDialog({ subscribe }: SubscribeProps) {
  return (
    <dialog id="subscribe-dialog" className={styles.dialog} aria-labelledby="subscribe-dialog-title">
      <form method="dialog">
        <button type="submit" className="close" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <h2 dir="auto" id="subscribe-dialog-title">
        {subscribe.title}
      </h2>
      <p dir="auto">{subscribe.subTitle}</p>
      <Island name="subscribe" prefix="dialog" className={classes(form.form, styles.form)}>
        <SubscribeForm />
      </Island>
    </dialog>
  );
}
