import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { messages, titles } from '../../../../contract/messages.ts';
import { backgroundClient, client } from '../../api/client.ts';
import { newKey } from '../../api/new-key.ts';
import { beginRequest } from '../../api/pending.ts';
import { notifyRefused, reloadLists } from '../../history/undo.ts';
import { viewAt } from '../../records/record-view.ts';
import { type Destination, useDestination } from '../../releases/destination.ts';
import { notifySavedIn } from '../../releases/edits.ts';
import { notifySuccess } from '../../shell/notify.ts';
import { useKeptInput } from '../../shell/unsaved.ts';
import { editorDraft, type TabDraft } from './drafts.ts';
import { type ConnectedSession, createEditorSession } from './session.ts';
import type { EditorSession, EditorState } from './types.ts';

/** How often a visible editor asks for changes of other people, in ms. */
const refreshMs = 30_000;

const EditorContext = createContext<EditorSession | null>(null);

/** The editing session of the live page or of the release chosen in the header, for the components inside. */
export function EditorProvider({ children }: { children: ReactNode }) {
  const destination = useDestination();
  return (
    <ForDestination key={destination?.id ?? 'live'} destination={destination}>
      {children}
    </ForDestination>
  );
}

function ForDestination({ destination, children }: { destination: Destination | null; children: ReactNode }) {
  const [{ session, draft }] = useState(() => connect(destination));
  const ending = useRef(0);
  useKeptInput(() => session.read().unsavedCount > 0);
  useEffect(() => {
    clearTimeout(ending.current);
    draft
      .claim()
      .then(() => session.refresh())
      .catch(notifyRefused);
    const stop = follow(session);
    return () => {
      stop();
      // React's strict mode mounts everything twice.
      ending.current = window.setTimeout(() => {
        leave(session);
        draft.release();
      });
    };
  }, [session, draft]);
  return <EditorContext value={session}>{children}</EditorContext>;
}

/** Ends a session; its unsaved changes stay as a draft in this browser. */
function leave(session: ConnectedSession): void {
  const { unsavedCount } = session.read();
  session.end();
  if (unsavedCount > 0)
    notifySuccess('Not on the page yet.', 'Your changes are a draft in this browser. Open Page to go on and to save.');
}

/** Keeps a session up to date while its tab is visible; returns a function that stops this. */
function follow(session: ConnectedSession): () => void {
  const refresh = () => {
    // The next attempt follows soon, and a failed save shows the reason.
    if (document.visibilityState === 'visible') session.refresh({ inBackground: true }).catch(() => {});
  };
  const keep = () => session.keepDraft();
  const timer = setInterval(refresh, refreshMs);
  window.addEventListener('focus', refresh);
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keep);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', refresh);
    window.removeEventListener('pagehide', keep);
    document.removeEventListener('visibilitychange', keep);
  };
}

function connect(destination: Destination | null): { session: ConnectedSession; draft: TabDraft } {
  const release = destination?.id;
  const draft = editorDraft(release ?? null);
  const session = createEditorSession({
    server: {
      load: (known, inBackground) =>
        (inBackground ? backgroundClient : client).editor.rows.query({ ...known, release }),
      async save(changes) {
        const end = beginRequest();
        try {
          return await client.editor.save.mutate({ ...changes, release });
        } finally {
          end();
        }
      },
    },
    draft,
    viewOf: viewAt,
    now: () => Date.now(),
    newKey,
    later(run, delayMs) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    onSaved() {
      // The history, the releases and the lists of all screens may show a row that has changed.
      void reloadLists();
      if (destination) notifySavedIn(destination);
      else notifySuccess(titles.success, messages.saved);
    },
    onFailure: notifyRefused,
  });
  return { session, draft };
}

/** The commands of the page editor's session. */
export function useEditorSession(): EditorSession {
  const session = useContext(EditorContext);
  if (!session) throw new TypeError('there is no EditorProvider above');
  return session;
}

/** A part of the session's state; the component is drawn again when the part changes. */
export function useEditor<Part>(selector: (state: EditorState) => Part): Part {
  const session = useEditorSession();
  const latest = useRef<{ state: EditorState; selector: typeof selector; part: Part } | null>(null);
  function read(): Part {
    const state = session.read();
    const known = latest.current;
    if (known?.state === state && known.selector === selector) return known.part;
    const part = selector(state);
    latest.current = { state, selector, part: known && Object.is(known.part, part) ? known.part : part };
    return latest.current.part;
  }
  return useSyncExternalStore(session.subscribe, read);
}
