import { memo, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PageContent } from '../../../server/landing/page.ts';
import { accentTokens } from '../../landing/accent.ts';
import { Page } from '../../landing/page.tsx';
import css from './preview.module.css';
import { followChanges, handFocusBack, keepHeader, scrollByKey, scrollToSection } from './scrolling.ts';

/** A document of its own, in standards mode; `data-script` says what the page's boot script would. */
const blank =
  '<!doctype html><html lang="en" data-script="on"><head><title>Preview</title></head><body inert></body></html>';

/** Draws nothing anew while only the frame changes. */
const DrawnPage = memo(Page);

interface Props {
  content: PageContent;
  /** Id of the section to start at; left out: the top of the page. */
  anchor: string | undefined;
  /** Size of the window the page is shown in, in px. */
  width: number;
  height: number;
  /** How much smaller it is drawn. */
  scale: number;
  /** Hears whether the page has the section. */
  onDrawn: (isThere: boolean) => void;
}

/**
 * The public page in a frame: its own styles and none of the back office's, media queries that follow the frame's
 * width, no script of its own, and nothing in it that can be clicked or reached by Tab.
 */
export function Frame({ content, anchor, width, height, scale, onDrawn }: Props) {
  const [page, setPage] = useState<Document | null>(null);
  const accent = content.company?.accentColor ?? '';

  useEffect(() => {
    if (page) return keepHeader(page);
  }, [page]);

  useEffect(() => {
    if (page) return handFocusBack(page);
  }, [page]);

  // A window of another width has other heights, so the section is looked up again.
  useEffect(() => {
    if (page && width > 0) scrollToSection(page, anchor);
  }, [page, anchor, width]);

  useEffect(() => {
    if (page) return followChanges(page);
  }, [page]);

  // Other content may bring the section or take it.
  useEffect(() => {
    if (page) onDrawn(anchor === undefined || page.getElementById(anchor) !== null);
  }, [page, anchor, content, onDrawn]);

  useEffect(() => {
    const style = page?.documentElement.style;
    const tokens = Object.entries(accentTokens(accent));
    for (const [name, value] of tokens) style?.setProperty(name, value);
    return () => {
      for (const [name] of tokens) style?.removeProperty(name);
    };
  }, [page, accent]);

  return (
    <>
      <section
        className={css.window}
        style={{ width: width * scale, height: height * scale }}
        aria-label="The page"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => page && scrollByKey(page, event)}
      >
        <iframe
          title="Preview of the page"
          srcDoc={blank}
          sandbox="allow-same-origin"
          tabIndex={-1}
          style={{ width, height, scale: String(scale) }}
          onLoad={(event) => setPage(event.currentTarget.contentDocument)}
        />
      </section>
      {page && createPortal(<style>{pageStyles}</style>, page.head)}
      {page && createPortal(<DrawnPage content={content} />, page.body)}
    </>
  );
}

/** The page's style sheet, which came with the document and was put aside (web/landing/client/admin.ts). */
const pageStyles = document.getElementById('styles')?.textContent;
