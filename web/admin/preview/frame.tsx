import { memo, useEffect, useState } from 'react';
import type { PageContent } from '../../../server/landing/page.ts';
import { Page } from '../../landing/page.tsx';
import { PageFrame } from './page-frame.tsx';
import css from './preview.module.css';
import { followChanges, returnFocus, scrollByKey, scrollToSection } from './scrolling.ts';

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

  useEffect(() => {
    if (page) return returnFocus(page);
  }, [page]);

  // Another width changes the section's position: scroll to the section again.
  useEffect(() => {
    if (page && width > 0) scrollToSection(page, anchor);
  }, [page, anchor, width]);

  useEffect(() => {
    if (page) return followChanges(page);
  }, [page]);

  return (
    <section
      className={css.window}
      style={{ width: width * scale, height: height * scale }}
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
      onKeyDown={(event) => page && scrollByKey(page, event)}
    >
      <PageFrame content={content} title={title} width={width} height={height} scale={scale} onPage={setPage}>
        <DrawnPage content={content} />
      </PageFrame>
    </section>
  );
}
