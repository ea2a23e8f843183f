import { memo, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PageContent } from '../../../server/landing/page.ts';
import { accentTokens } from '../../landing/accent.ts';
import { foldMenu } from '../../landing/client/fold-menu.ts';
import { Page } from '../../landing/page.tsx';
import css from './preview.module.css';
import { activateHeader, followChanges, returnFocus, scrollByKey, scrollToSection } from './scrolling.ts';

/** An empty document in standards mode; `data-script` is set as by the page's boot script. */
const blank =
  '<!doctype html><html lang="en" data-script="on"><head><title>Preview</title></head><body inert></body></html>';

/** The page; not rendered again when only the frame changes. */
const DrawnPage = memo(Page);

interface Props {
  content: PageContent;
  /** Name of the frame for screen readers. */
  title?: string;
  /** Id of the section to scroll to; undefined for the top of the page. */
  anchor: string | undefined;
  /** Size of the simulated window, in px. */
  width: number;
  height: number;
  /** Scale of the drawing, up to 1. */
  scale: number;
}

/**
 * The public page in a frame: with the page's styles only, media queries for the frame's width, no scripts, and no
 * content that can be clicked or focused.
 */
export function Frame({ content, title = 'Preview of the page', anchor, width, height, scale }: Props) {
  const [page, setPage] = useState<Document | null>(null);
  const accent = content.company?.accentColor ?? '';

  useEffect(() => {
    if (page) return activateHeader(page);
  }, [page]);

  useEffect(() => {
    if (page) return returnFocus(page);
  }, [page]);

  // Another width or other entries change whether the menu fits.
  useEffect(() => {
    if (page && width > 0 && content) foldMenu(page);
  }, [page, width, content]);

  // Another width changes the section's position: scroll to the section again.
  useEffect(() => {
    if (page && width > 0) scrollToSection(page, anchor);
  }, [page, anchor, width]);

  useEffect(() => {
    if (page) return followChanges(page);
  }, [page]);

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
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => page && scrollByKey(page, event)}
      >
        <iframe
          title={title}
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

/** The page's style sheet from the document, kept in an inactive element (web/landing/client/admin.ts). */
const pageStyles = document.getElementById('styles')?.textContent;
