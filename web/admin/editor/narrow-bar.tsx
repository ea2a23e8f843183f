import css from './editor.module.css';
import { FieldsIcon, OutlineIcon, PageIcon } from './icons.tsx';

/** What a narrow window shows; the fields lie over the lower part of the page. */
export type NarrowView = 'outline' | 'page' | 'fields';

const views = [
  { view: 'outline', label: 'Outline', Icon: OutlineIcon },
  { view: 'page', label: 'Page', Icon: PageIcon },
  { view: 'fields', label: 'Fields', Icon: FieldsIcon },
] as const;

/** Chooses what a narrow window shows. */
export function NarrowBar({ view, onView }: { view: NarrowView; onView: (view: NarrowView) => void }) {
  return (
    <nav id="editor-parts" className={css.bar} aria-label="Parts of the editor">
      {views.map(({ view: own, label, Icon }) => (
        <button
          key={own}
          type="button"
          aria-current={view === own || undefined}
          className={css.barButton}
          onClick={() => onView(own)}
        >
          <Icon />
          {label}
        </button>
      ))}
    </nav>
  );
}
