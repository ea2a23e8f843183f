import { Skeleton } from '@mantine/core';
import { useCallback, useDeferredValue, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { PageFrame } from '../../preview/page-frame.tsx';
import type { Scheme } from '../../preview/page-styles.ts';
import { scrollByKey } from '../../preview/scrolling.ts';
import { type Device, useStageSize } from '../../preview/stage-size.ts';
import type { EditorSession } from '../session/types.ts';
import frameStyles from './in-frame.css?inline';
import { MarkedPage } from './marked-page.tsx';
import css from './page.module.css';
import { Tools } from './tools.tsx';

interface Props {
  session: EditorSession;
  device: Device;
  scheme: Scheme;
}

/** The public page as the working copy makes it; items can be clicked, and texts can be typed in. Fills its container. */
export function EditorPage({ session, device, scheme }: Props) {
  const content = useSyncExternalStore(
    session.subscribe,
    useCallback(() => session.read().content, [session]),
  );
  // Texts follow their fields at once; the rest of the page may follow after the next key.
  const drawn = useDeferredValue(content);
  const section = useSyncExternalStore(
    session.subscribe,
    useCallback(() => selectedSection(session), [session]),
  );
  const { ref, size } = useStageSize(device);
  const [page, setPage] = useState<Document | null>(null);
  const around = useRef<HTMLElement>(null);
  return (
    <div ref={ref} className={css.stage} data-device={device}>
      {!drawn && <Skeleton h="100%" />}
      {drawn && size && (
        <section
          ref={around}
          className={css.window}
          style={{ width: size.width * size.scale, height: size.height * size.scale }}
          aria-label="The page"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
          tabIndex={0}
          onKeyDown={(event) => page && event.target === event.currentTarget && scrollByKey(page, event)}
        >
          <PageFrame content={drawn} title="The page" scheme={scheme} isEditable onPage={setPage} {...size}>
            <MarkedPage session={session} content={drawn} section={section} />
          </PageFrame>
          {page && createPortal(<style>{frameStyles}</style>, page.head)}
          {page && <Tools page={page} session={session} scale={size.scale} around={around} />}
        </section>
      )}
    </div>
  );
}

/** Key of the section with the selected item. */
function selectedSection(session: EditorSession): string | undefined {
  const { selection } = session.read();
  return selection && 'path' in selection ? selection.path.split('.')[0] : undefined;
}
