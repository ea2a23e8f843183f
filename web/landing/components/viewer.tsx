import { Icon } from './icon.tsx';
import styles from './viewer.module.css';

/** Renders the empty dialog for gallery pictures and videos; client/viewer.ts fills it. */
export function Viewer() {
  return (
    <dialog id="viewer" className={styles.viewer} aria-labelledby="viewer-title">
      <div className={styles.bar}>
        <p dir="auto" id="viewer-title" className={styles.title} />
        <button type="button" className="close" data-view-step="-1" aria-label="Previous picture">
          <Icon name="arrow-left" />
        </button>
        <button type="button" className="close" data-view-step="1" aria-label="Next picture">
          <Icon name="arrow-right" />
        </button>
        <form method="dialog">
          <button type="submit" className="close" aria-label="Close">
            <Icon name="close" />
          </button>
        </form>
      </div>
      <div className={styles.stage} data-stage="" />
    </dialog>
  );
}
