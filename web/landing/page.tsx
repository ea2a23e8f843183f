import './styles.ts';
import type { ReactNode } from 'react';
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
  const visible = visibleContent(content);
  return (
    <PictureSizes value={content.images}>
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <Header content={visible} />
      <main id="main">
        {visible.isEmpty && <ComingSoon company={visible.company} />}
        {!visible.hero && !visible.isEmpty && <PageTop company={visible.company} />}
        {visible.order.map((key) => (
          <Section key={key} name={key} content={visible} />
        ))}
      </main>
      {(visible.company || !visible.isEmpty) && <Footer content={visible} />}
      {visible.subscribe && <SubscribeDialog subscribe={visible.subscribe} />}
      <Viewer />
    </PictureSizes>
  );
}

function Section<Key extends PageSectionKey>({ name, content }: { name: Key; content: VisibleContent }): ReactNode {
  const section = content[name];
  return section ? sectionComponents[name]({ section, content }) : null;
}
