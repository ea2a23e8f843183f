import type { LandingPage, LandingRenderer, NoticePage, StatusDocument } from '../../server/landing/page.ts';
import { comingSoonText } from './coming-soon.tsx';
import { renderDocument } from './document.tsx';
import { Notice } from './notice.tsx';
import { Page } from './page.tsx';
import statusStyles from './status/status.css?inline';
import { StatusPage } from './status/status-page.tsx';
import subscribeStyles from './status/subscribe.css?inline';
import { visibleContent } from './visible-content.ts';

export { bootScript } from './boot.ts';

/** Renders the public page as one HTML document, complete without script. */
export const renderLanding: LandingRenderer['renderLanding'] = (page: LandingPage) => {
  const { company, hero } = page.content;
  const { isEmpty } = visibleContent(page.content);
  const heading = isEmpty ? 'Coming soon' : hero?.title;
  const title = [company?.name, heading].filter(Boolean).join(': ') || 'Welcome';
  const description = isEmpty ? comingSoonText(company) : (hero?.subTitle ?? company?.name ?? '');
  const children = <Page content={page.content} />;
  return renderDocument({ ...page, title, description, isIndexed: true, children });
};

/** Renders the response page of a form posted without script. */
export const renderNotice: LandingRenderer['renderNotice'] = (page: NoticePage) => {
  return renderDocument({ ...page, description: page.message, isIndexed: false, children: <Notice {...page} /> });
};

/** Renders the status page. */
export const renderStatus: LandingRenderer['renderStatus'] = (page: StatusDocument) => {
  const { view, content } = page;
  const title = [content.company?.name, view.group?.name ?? 'Status'].filter(Boolean).join(': ');
  const number = view.page === 1 ? '' : `?page=${view.page}`;
  const head = (
    <>
      <link rel="alternate" type="application/rss+xml" title="Incidents" href={`${view.path}.rss`} />
      <link rel="alternate" type="application/json" title="Status" href={`${view.path}.json`} />
    </>
  );
  return renderDocument({
    ...page,
    title: `${view.words} – ${title}`,
    description: `${view.words}: ${view.summary}.`,
    isIndexed: !view.group?.isSecret,
    path: `${view.path}${number}`,
    head,
    css: view.takesSubscriptions ? statusStyles + subscribeStyles : statusStyles,
    children: <StatusPage {...page} />,
  });
};
