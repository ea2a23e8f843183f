import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import css from './inspector.module.css';
import { ItemInspector } from './item-inspector.tsx';
import { NothingSelected } from './nothing-selected.tsx';
import { editorPanels } from './panels.ts';
import { SectionInspector } from './section-inspector.tsx';
import { useEditor, useEditorSession } from './session/provider.tsx';
import type { ItemKey } from './session/types.ts';
import { useEditorUi } from './ui.ts';

/** The fields of the selected item, the list of a section, or a panel of the toolbar. */
export function Inspector({ onClose }: { onClose: () => void }) {
  const { mode, section } = useEditorUi();
  const session = useEditorSession();
  const selection = useEditor((state) => state.selection);
  const panel = selection && 'panel' in selection ? editorPanels.find(({ name }) => name === selection.panel) : null;
  const item = selection && 'path' in selection ? selection : null;
  const formKey = useFormKey(item);
  const aside = useRef<HTMLElement>(null);
  const latest = useRef(selection);
  useEffect(() => {
    const isNew = latest.current !== selection;
    latest.current = selection;
    // The focused control has disappeared with its panel or item.
    if (isNew && document.activeElement === document.body) aside.current?.focus({ preventScroll: true });
  }, [selection]);
  function close() {
    if (panel) session.select(null);
    onClose();
    // The button closes itself with the sheet.
    setTimeout(() => document.querySelector<HTMLElement>('#editor-parts [aria-current]')?.focus());
  }
  return (
    <aside ref={aside} className={css.inspector} aria-label="Fields" id="editor-fields" tabIndex={-1}>
      {mode === 'narrow' && <CloseButton className={css.close} aria-label="Close the fields" onClick={close} />}
      {panel && (
        <section className={css.content}>
          <header className={css.header}>
            <h2 className={css.title}>{panel.title}</h2>
            {mode !== 'narrow' && (
              <CloseButton aria-label={`Close ${panel.title}`} onClick={() => session.select(null)} />
            )}
          </header>
          <panel.Panel />
        </section>
      )}
      {item && <ItemInspector key={formKey} item={item} field={item.field} />}
      {!panel && !item && section && <SectionInspector section={section} />}
      {!panel && !item && !section && <NothingSelected />}
    </aside>
  );
}

/** Changes with the item, but not when a save gives a new row its id: the focus stays in its field. */
function useFormKey(item: ItemKey | null): number {
  const session = useEditorSession();
  const known = useRef<{ item: ItemKey | null; key: number }>({ item: null, key: 0 });
  const before = known.current;
  const isSame = item?.path === before.item?.path && item?.id === before.item?.id;
  const wasSaved =
    item !== null && before.item?.path === item.path && before.item.id < 0 && item.id > 0 && !session.row(before.item);
  const key = isSame || wasSaved ? before.key : before.key + 1;
  useEffect(() => {
    known.current = { item, key };
  });
  return key;
}
