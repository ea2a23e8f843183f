import './styles.ts';
import type { ReactNode } from 'react';
import { type PageSectionKey, pageSections } from '../../contract/sections.ts';
import type { PageContent } from '../../server/landing/page.ts';
import { PictureSizes } from './components/picture.tsx';
import { Viewer } from './components/viewer.tsx';
import { Footer } from './sections/footer.tsx';
import { Header } from './sections/header.tsx';
import { sectionComponents } from './sections/index.ts';
import { SubscribeDialog } from './sections/subscribe.tsx';
import { type ShownContent, shownContent } from './shown.ts';

/** The whole page, its sections in the order of contract/sections.ts; one that has nothing to show is left out. */
export function Page({ content }: { content: PageContent }) {
  const shown = shownContent(content);
  return (
    <PictureSizes value={content.images}>
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <Header content={shown} />
      <main id="main">
        {pageSections.map(({ key }) => (
          <Section key={key} name={key} content={shown} />
        ))}
      </main>
      <Footer content={shown} />
      {shown.subscribe && <SubscribeDialog subscribe={shown.subscribe} />}
      <Viewer />
    </PictureSizes>
  );
}

function Section<Key extends PageSectionKey>({ name, content }: { name: Key; content: ShownContent }): ReactNode {
  const section = content[name];
  return section ? sectionComponents[name]({ section, content }) : null;
}
