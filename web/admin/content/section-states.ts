import { useQuery } from '@tanstack/react-query';
import { placedSections } from '../../../contract/page-layout.ts';
import type { PageSectionKey } from '../../../contract/sections.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import { visibleContent } from '../../landing/visible-content.ts';
import { client } from '../api/client.ts';
import { pageQuery } from '../records/record-queries.ts';
import { useDestination } from '../releases/destination.ts';

/** A section's place on the page, and why the page does not show the section; null if it does. */
export interface SectionState {
  key: PageSectionKey;
  hiddenBecause: string | null;
}

/** The page's content that visitors see, or will see once the chosen release is published; read again after each save. */
export function usePublishedContent({ isEnabled = true } = {}): PageContent | undefined {
  const release = useDestination()?.id;
  return useQuery({
    queryKey: [pageQuery, 'published', release ?? 'live'],
    queryFn: () =>
      release === undefined
        ? client.landing.content.query()
        : client.page.layout.onPage.query({ id: null, pictures: [], release }),
    enabled: isEnabled,
  }).data;
}

/** The page's sections in their order; without content in the specification's order, and taken as shown. */
export function sectionStates(content: PageContent | undefined): SectionState[] {
  if (!content) return placedSections(undefined).map(({ key }) => ({ key, hiddenBecause: null }));
  const visible = visibleContent(content);
  return placedSections(content.page.layout[0]).map(({ key, isShown }) => {
    if (!isShown) return { key, hiddenBecause: 'switched off for the whole page' };
    if (visible[key] !== null) return { key, hiddenBecause: null };
    return { key, hiddenBecause: content[key] === null ? 'its heading is not active' : 'it has no active entry' };
  });
}
