import type { LandingPage, LandingRenderer, NoticePage } from '../../server/landing/page.ts';
import { renderDocument } from './document.tsx';
import { Notice } from './notice.tsx';
import { Page } from './page.tsx';

export { bootScript } from './boot.ts';

/** The public page as one HTML document, complete without script. */
export const renderLanding: LandingRenderer['renderLanding'] = (page: LandingPage) => {
  const { company, hero } = page.content;
  const title = [company?.name, hero?.title].filter(Boolean).join(': ') || 'Welcome';
  const description = hero?.subTitle ?? company?.name ?? '';
  const children = <Page content={page.content} />;
  const html = renderDocument({ ...page, title, description, isIndexed: true, children });
  // Each section begins a line, so that whoever reads or counts them line by line can; text has its `<` escaped.
  return html.replaceAll('<section', '\n<section');
};

/** A page that says one thing, for forms posted without script. */
export const renderNotice: LandingRenderer['renderNotice'] = (page: NoticePage) => {
  return renderDocument({ ...page, description: page.message, isIndexed: false, children: <Notice {...page} /> });
};
