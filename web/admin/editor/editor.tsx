// The editor needs these dialogs when the connection is lost or the session ends; then they could not be loaded.
import '../accounts/sign-in-box.tsx';
import '../shell/confirm-dialog.tsx';
import { useElementSize, useLocalStorage, useMergedRef } from '@mantine/hooks';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { pageSections, type SectionKey } from '../../../contract/sections.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { ConflictBar } from './conflict-bar.tsx';
import css from './editor.module.css';
import { HelpDialog } from './help-dialog.tsx';
import { Inspector } from './inspector.tsx';
import { itemOf } from './item-address.ts';
import { NarrowBar, type NarrowView } from './narrow-bar.tsx';
import { Outline } from './outline.tsx';
import { type OutlineNode, outlineOf } from './outline-model.ts';
import { EditorPage } from './page/editor-page.tsx';
import { editorPanels } from './panels.ts';
import { EditorProvider, useEditor, useEditorSession } from './session/provider.tsx';
import { type ItemKey, keyOf } from './session/types.ts';
import { useShortcuts } from './shortcuts.ts';
import { type PageLook, Toolbar } from './toolbar.tsx';
import { type EditorUi, EditorUiProvider, type Mode } from './ui.ts';
import { UploadsProvider } from './uploads-context.ts';
import { useSave } from './use-save.ts';

interface Props {
  /** Anchor or key of the section to select. */
  anchor: string | undefined;
  /** The item to select, as `pricing.plans:3`, and the field to begin with. */
  item: string | undefined;
  field: string | undefined;
  /** Name of the panel to open. */
  panel: string | undefined;
}

/** The page editor with its session; loaded on demand. */
export default function Editor(props: Props) {
  return (
    <EditorProvider>
      <EditorLayout {...props} />
    </EditorProvider>
  );
}

/** Widths of the editor from which it has three columns, and two, in px. */
const widthOf = { wide: 1060, medium: 640 };

function modeOf(width: number): Mode {
  if (width >= widthOf.wide) return 'wide';
  return width >= widthOf.medium ? 'medium' : 'narrow';
}

function EditorLayout({ anchor, item, field, panel }: Props) {
  const session = useEditorSession();
  const { ref: measured, width } = useElementSize();
  const [root, setRoot] = useState<HTMLElement | null>(null);
  // A ref that changed with each render would measure, and so render, in each frame.
  const ref = useMergedRef(measured, setRoot);
  const mode = modeOf(width || window.innerWidth);
  const isNarrow = mode === 'narrow';
  const [look, setLook] = useLook(isNarrow);
  const [view, setView] = useState<NarrowView>('page');
  const [isOutlineOpen, setOutlineOpen] = useState(false);
  const [section, setSection] = useState<SectionKey | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const nodes = useNodes();
  const confirm = useConfirm();
  const { begin, save, isWaiting } = useSave();

  const keepsView = useRef(false);
  const selection = useEditor((state) => state.selection);
  const selected = selection && ('path' in selection ? keyOf(selection) : selection.panel);
  useEffect(() => {
    if (selected === null) return;
    setSection(null);
    if (!keepsView.current) setView('fields');
  }, [selected]);

  function open(node: OutlineNode) {
    // A selected item again: the fields come back.
    setView('fields');
    if (node.item) return session.select(node.item);
    session.select(null);
    setSection(node.section);
  }

  useSectionOfAddress(anchor, nodes, open);
  useItemOfAddress(item, field, nodes.length > 0);
  usePanelOfAddress(panel, nodes.length > 0);

  const added = useRef<string | null>(null);
  const add: EditorUi['add'] = (path, place) => {
    added.current = keyOf(session.add(path, place));
  };
  function takesFocus(item: ItemKey): boolean {
    const isAdded = added.current === keyOf(item);
    if (isAdded) added.current = null;
    return isAdded;
  }

  async function discard() {
    if (await confirm({ message: 'Discard all unsaved changes?', action: 'Discard changes' })) session.discard();
  }

  useShortcuts({
    session,
    root,
    nodes,
    onSave: save,
    onAddNext(item) {
      const parentId = session.row(item)?.parentId;
      add(item.path, { parentId: typeof parentId === 'number' ? parentId : undefined, after: item.id });
    },
    onHelp: () => setHelpOpen(true),
    onEscape() {
      if (section !== null) setSection(null);
      else if (isNarrow && view !== 'page') setView('page');
      else if (isOutlineOpen) setOutlineOpen(false);
      else return false;
      return true;
    },
  });

  const keepView = () => {
    keepsView.current = true;
    setTimeout(() => {
      keepsView.current = false;
    }, 50);
  };
  const ui: EditorUi = { mode, nodes, section, open, add, takesFocus, keepView, save };
  const hasOutline = mode === 'wide' || (mode === 'medium' ? isOutlineOpen : view === 'outline');
  const hasFields = !isNarrow || view === 'fields';
  return (
    <EditorUiProvider value={ui}>
      <UploadsProvider value={begin}>
        <div ref={ref} className={css.editor} data-mode={mode}>
          <h1 className={css.heading}>Page</h1>
          <Toolbar
            look={look}
            onLook={setLook}
            isOutlineOpen={isOutlineOpen}
            onOutline={() => setOutlineOpen(!isOutlineOpen)}
            isWaiting={isWaiting}
            onDiscard={() => void discard()}
            onHelp={() => setHelpOpen(true)}
          />
          <ConflictBar />
          <div className={css.body}>
            {/* A closed outline keeps which of its rows are open. */}
            <nav className={css.outline} aria-label="Outline" hidden={!hasOutline}>
              <Outline />
            </nav>
            <div className={css.page} data-editor-page inert={isNarrow && view === 'outline'}>
              <EditorPage session={session} device={look.device} scheme={look.scheme} />
            </div>
            {hasFields && (
              <div className={css.fields}>
                <Inspector onClose={() => setView('page')} />
              </div>
            )}
          </div>
          {isNarrow && <NarrowBar view={view} onView={setView} />}
        </div>
        <HelpDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      </UploadsProvider>
    </EditorUiProvider>
  );
}

/** The outline of the working copy; it may follow after the page. */
function useNodes(): readonly OutlineNode[] {
  const session = useEditorSession();
  const content = useEditor((state) => state.content);
  const rows = useDeferredValue(useEditor((state) => state.rows));
  // The session reads the latest rows: `rows` says when they change.
  return useMemo(() => (content && rows ? outlineOf(session, content) : []), [session, content, rows]);
}

/** The device and the scheme of the page, as last chosen in this browser. */
function useLook(isNarrow: boolean): [PageLook, (look: PageLook) => void] {
  const [wide, setWide] = useLocalStorage<PageLook>({
    key: 'editorLook',
    defaultValue: { device: 'desktop', scheme: 'light' },
    getInitialValueInEffect: false,
  });
  const [narrow, setNarrow] = useState<PageLook>({ device: 'phone', scheme: 'light' });
  return isNarrow ? [narrow, setNarrow] : [wide, setWide];
}

/** Opens the section that the address names by its anchor or key, once the outline is there. */
function useSectionOfAddress(
  anchor: string | undefined,
  nodes: readonly OutlineNode[],
  open: (node: OutlineNode) => void,
): void {
  const isReady = nodes.length > 0;
  // Later changes of the outline do not select anything.
  useEffect(() => {
    const key = pageSections.find((section) => section.anchor === anchor)?.key;
    const node = nodes.find(({ section }) => section === (key ?? anchor));
    if (node) open(node);
  }, [anchor, isReady]);
}

/** Selects the item that the address names, once its row is there; an item that does not exist any more selects nothing. */
function useItemOfAddress(item: string | undefined, field: string | undefined, isReady: boolean): void {
  const session = useEditorSession();
  useEffect(() => {
    if (!isReady || item === undefined) return;
    const key = itemOf(item);
    if (key && session.row(key)) session.select({ ...key, ...(field !== undefined && { field }) });
  }, [session, item, field, isReady]);
}

/** Opens the panel that the address names, once the page is there. */
function usePanelOfAddress(panel: string | undefined, isReady: boolean): void {
  const session = useEditorSession();
  useEffect(() => {
    const named = editorPanels.find(({ name }) => name === panel);
    if (isReady && named) session.select({ panel: named.name });
  }, [session, panel, isReady]);
}
