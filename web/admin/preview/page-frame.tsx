import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PageContent } from '../../../server/landing/page.ts';
import { foldMenu } from '../../landing/client/fold-menu.ts';
import { themeTokens } from '../../landing/theme.ts';
import { pageStyles, type Scheme } from './page-styles.ts';
import { activateHeader } from './scrolling.ts';
import { useThemeStyles } from './theme-styles.ts';

export interface PageFrameProps {
  /** Content of the page, for the theme and the menu's width. */
  content: Pick<PageContent, 'company' | 'menu'>;
  /** Name of the frame for screen readers. */
  title: string;
  /** Size of the simulated window, in px. */
  width: number;
  height: number;
  /** Scale of the drawing, up to 1. */
  scale: number;
  /** Colour scheme of the page; undefined for the viewer's. */
  scheme?: Scheme | undefined;
  /**
   * True if the page can be clicked and typed in. Safari calls no listener in a frame without `allow-scripts`; the content
   * security policy still forbids every script in the frame.
   */
  isEditable?: boolean;
  /** Receives the frame's document. */
  onPage: (page: Document | null) => void;
  /** The page. */
  children: ReactNode;
}

/** A frame with the page's styles and theme, and media queries for the frame's width. */
export function PageFrame({
  content,
  title,
  width,
  height,
  scale,
  scheme,
  isEditable = false,
  onPage,
  children,
}: PageFrameProps) {
  const [page, setPage] = useState<Document | null>(null);
  const { company } = content;
  const themeStyles = useThemeStyles(company);

  useEffect(() => {
    if (page) return activateHeader(page);
  }, [page]);

  // Another width or other entries change whether the menu fits.
  useEffect(() => {
    if (page && width > 0 && content) foldMenu(page);
  }, [page, width, content]);

  useEffect(() => {
    const style = page?.documentElement.style;
    const tokens = Object.entries(themeTokens(company));
    for (const [name, value] of tokens) style?.setProperty(name, value);
    return () => {
      for (const [name] of tokens) style?.removeProperty(name);
    };
  }, [page, company]);

  return (
    <>
      <iframe
        title={title}
        srcDoc={blank(isEditable)}
        sandbox={isEditable ? 'allow-same-origin allow-scripts' : 'allow-same-origin'}
        tabIndex={isEditable ? undefined : -1}
        style={{ width, height, scale: String(scale) }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          setPage(contentDocument);
          onPage(contentDocument);
        }}
      />
      {page && createPortal(<style>{pageStyles(scheme, themeStyles)}</style>, page.head)}
      {page && createPortal(children, page.body)}
    </>
  );
}

/** An empty document in standards mode; `data-script` is set as by the page's boot script. */
function blank(isEditable: boolean): string {
  const body = isEditable ? '<body>' : '<body inert>';
  return `<!doctype html><html lang="en" data-script="on"><head><title>Preview</title></head>${body}</body></html>`;
}
