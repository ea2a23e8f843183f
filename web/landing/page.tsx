import './styles.ts';
import { memo, type ReactNode } from 'react';
import type { PageSectionKey } from '../../contract/sections.ts';
import type { PageContent } from '../../server/landing/page.ts';
import { ComingSoon } from './coming-soon.tsx';
import { PictureSizes } from './components/picture.tsx';
import { Viewer } from './components/viewer.tsx';
import { Footer } from './sections/footer.tsx';
import { Header, PageTop } from './sections/header.tsx';
import { sectionComponents } from './sections/index.ts';
import { SubscribeDialog } from './sections/subscribe.tsx';
import { type VisibleContent, visibleContent } from './visible-content.ts';

/** Renders the whole page, with the visible sections in the order of the page's layout. */
export function Page({ content }: { content: PageContent }) {
  return <VisiblePage content={visibleContent(content)} />;
}

/** Renders the page without what would be empty. A section with the same content as before is not rendered again. */
export function VisiblePage({ content }: { content: VisibleContent }) {
  const { company, hero, subscribe, isEmpty } = content;
  return (
    <PictureSizes value={content.images}>
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <Header content={content} />
      <main id="main">
        {isEmpty && <ComingSoon company={company} />}
        {!hero && !isEmpty && <PageTop company={company} />}
        {content.order.map((key) => (
          <Section key={key} name={key} section={content[key]} company={company} />
        ))}
      </main>
      {(company || !isEmpty) && <Footer content={content} />}
      {subscribe && <SubscribeDialog subscribe={subscribe} />}
      <Viewer />
    </PictureSizes>
  );
}

interface DrawnSection<Key extends PageSectionKey> {
  name: Key;
  section: VisibleContent[Key];
  company: VisibleContent['company'];
}

const Section = memo(drawSection);

function drawSection<Key extends PageSectionKey>({ name, section, company }: DrawnSection<Key>): ReactNode {
  return section ? sectionComponents[name]({ section, company }) : null;
}
