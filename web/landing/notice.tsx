import type { LandingContent } from '../../server/landing/content.ts';
import type { NoticeButton } from '../../server/landing/page.ts';
import { PictureSizes } from './components/picture.tsx';
import styles from './notice.module.css';
import { Brand } from './sections/header.tsx';

interface NoticeProps {
  title: string;
  message: string;
  content: LandingContent;
  button?: NoticeButton;
}

/** What a toast says elsewhere, as a page of its own with the way back. */
export function Notice({ title, message, content, button }: NoticeProps) {
  return (
    <PictureSizes value={content.images}>
      <main className={styles.notice}>
        <a className={styles.brand} href="/">
          <Brand company={content.company} />
        </a>
        <h1>{title}</h1>
        <p>{message}</p>
        {button && (
          <form method="post" action={button.action}>
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
