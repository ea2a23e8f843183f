import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { LandingPage } from '../../server/landing/page.ts';
import { bootScript } from './boot.ts';
import { IslandMarkup } from './components/island.tsx';
import { organization } from './organization.ts';
import { themeTokens } from './theme.ts';
import { styleSheets } from './theme-styles.ts';

interface DocumentProps extends LandingPage {
  title: string;
  description: string;
  /** False for pages that respond to one visitor's form. */
  isIndexed: boolean;
  /** Address of the page, without the site. */
  path?: string;
  /** Further links of the document's head. */
  head?: ReactNode;
  /** Style sheet of this page alone. */
  css?: string;
  children: ReactNode;
}

/** Renders an island with the markers that React needs for hydration; the rest of the page has none. */
function islandMarkup(island: ReactElement, prefix: string): string {
  return renderToString(island, { identifierPrefix: prefix });
}

/** Renders a complete HTML document around a page's content. */
export function renderDocument(props: DocumentProps): string {
  const page = (
    <IslandMarkup value={islandMarkup}>
      <Document {...props} />
    </IslandMarkup>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function Document(props: DocumentProps) {
  const { content, assets, tags, title, description, isIndexed, head, css, children } = props;
  const styles = styleSheets(content.company, assets.css);
  return (
    <html lang="en" style={themeTokens(content.company)} data-letters={isAccented(content) ? 'accented' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <RawScript text={bootScript} />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content="#fbf8f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0a2028" media="(prefers-color-scheme: dark)" />
        <link
          rel="icon"
          type="image/png"
          sizes="32x32"
          media={tags.darkIcon && '(prefers-color-scheme: light)'}
          href={`/icon-32.png?v=${tags.icon}`}
        />
        {tags.darkIcon && (
          <link
            rel="icon"
            type="image/png"
            sizes="32x32"
            media="(prefers-color-scheme: dark)"
            href={`/icon-32-dark.png?v=${tags.darkIcon}`}
          />
        )}
        <link rel="icon" type="image/png" sizes="192x192" href={`/icon-192.png?v=${tags.icon}`} />
        <link rel="apple-touch-icon" href={`/apple-touch-icon.png?v=${tags.icon}`} />
        <link rel="manifest" href="/site.webmanifest" />
        {isIndexed ? <Preview {...props} /> : <meta name="robots" content="noindex" />}
        {head}
        <style id="styles" dangerouslySetInnerHTML={{ __html: styles.page }} />
        {css && <style dangerouslySetInnerHTML={{ __html: css }} />}
        {styles.theme && <style id="theme" dangerouslySetInnerHTML={{ __html: styles.theme }} />}
      </head>
      <body>
        {children}
        <template
          id="loader"
          data-src={assets.loader}
          data-admin={assets.admin}
          data-admin-styles={JSON.stringify(assets.adminStyles)}
        />
      </body>
    </html>
  );
}

/** True if the page has accented Latin letters (fonts.css). */
function isAccented(content: LandingPage['content']): boolean {
  return /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u036f\u1e00-\u1eff]/.test(JSON.stringify(content));
}

/** Renders the metadata for search engines and link previews. */
function Preview({
  content,
  publicUrl,
  tags,
  title,
  description,
  path = '/',
}: Pick<DocumentProps, 'content' | 'publicUrl' | 'tags' | 'title' | 'description' | 'path'>) {
  return (
    <>
      <link rel="canonical" href={`${publicUrl}${path}`} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={`${publicUrl}${path}`} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {content.company && <meta property="og:site_name" content={content.company.name} />}
      <meta property="og:image" content={`${publicUrl}/og.jpg?v=${tags.preview}`} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      {content.company && (
        <RawScript type="application/ld+json" text={JSON.stringify(organization(content, publicUrl))} />
      )}
    </>
  );
}

/** Renders an inline script; escapes `<` so that no content can close the element. */
function RawScript({ text, type }: { text: string; type?: string }) {
  return <script type={type} dangerouslySetInnerHTML={{ __html: text.replaceAll('<', '\\u003c') }} />;
}
