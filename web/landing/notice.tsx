import type { NoticePage } from '../../server/landing/page.ts';
import { classes } from './components/classes.ts';
import { PictureSizes } from './components/picture.tsx';
import styles from './notice.module.css';
import { Brand } from './sections/header.tsx';

/** Renders a title, a message, an optional button and a link to the landing page. */
export function Notice({ title, message, content, button }: NoticePage) {
  return (
    <PictureSizes value={content.images}>
      <main className={styles.notice}>
        <a className={classes(styles.brand, 'on-plate')} href="/">
          <Brand company={content.company} />
        </a>
        <h1 dir="auto">{title}</h1>
        <p dir="auto">{message}</p>
        {button && (
          <form method="post" action={button.action}>
            {Object.entries(button.fields ?? {}).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button className="button" type="submit">
              {button.label}
            </button>
          </form>
        )}
        <a className={button ? undefined : 'button'} href="/">
          Back to the page
        </a>
      </main>
    </PictureSizes>
  );
}
