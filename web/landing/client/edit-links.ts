import { castTo } from '../../../contract/cast.ts';
import { sessionKeys } from '../../../contract/session-keys.ts';
import type { LandingContent } from '../../../server/landing/page.ts';
import { all, one } from './elements.ts';

/** A part of the page and where it is edited. */
export interface Editable {
  element: HTMLElement;
  name: string;
  address: string;
}

/** The page's sections by their ids: name and path of the screen below `/admin/`, and the record it shows. */
const sections: Record<string, { name: string; path: string; record: (content: LandingContent) => Stored }> = {
  home: { name: 'introduction', path: 'introduction', record: ({ hero }) => hero },
  features: { name: 'features', path: 'feature', record: ({ features }) => features },
  services: { name: 'services', path: 'services', record: ({ services }) => services },
  pricing: { name: 'price plans', path: 'priceplan', record: ({ pricing }) => pricing },
  subscribe: { name: 'newsletter', path: 'subscribe', record: ({ subscribe }) => subscribe },
  clients: { name: 'clients', path: 'client', record: ({ clients }) => clients },
  facts: { name: 'facts', path: 'facts', record: ({ facts }) => facts },
  projects: { name: 'projects', path: 'project', record: ({ projects }) => projects },
  team: { name: 'team', path: 'team', record: ({ team }) => team },
  presentation: { name: 'films', path: 'presentation', record: ({ presentation }) => presentation },
  customers: { name: 'reviews', path: 'customer', record: ({ customers }) => customers },
  promo: { name: 'promotion', path: 'promo', record: ({ promo }) => promo },
  contact: { name: 'contact form', path: 'getintouch', record: ({ touch }) => touch },
  address: { name: 'address', path: 'contact', record: ({ address }) => address },
  map: { name: 'map', path: 'map', record: ({ map }) => map },
};

type Stored = { id: number } | null | undefined;

/** Asks the server which records the page shows. Null when the session has ended meanwhile. */
export async function loadShownContent(): Promise<LandingContent | null> {
  const token = localStorage.getItem(sessionKeys.token) ?? '';
  const answer = await fetch('/trpc/landing.content', { headers: { authorization: `Bearer ${token}` } });
  if (answer.status === 401 || answer.status === 403) return null;
  if (!answer.ok) throw new Error(`The page's records could not be read: ${answer.status}`);
  const { result } = castTo<{ result: { data: LandingContent } }>(await answer.json());
  return result.data;
}

/** The parts of the page that can be edited, in its order. */
export function editables(content: LandingContent): Editable[] {
  const found = all('main > section').flatMap((element) => {
    if (element.id === 'offer') return blocks(element, content);
    const section = sections[element.id];
    return section ? editable(element, section.name, section.path, section.record(content), element.id) : [];
  });
  const footer = one('body > footer');
  return [...found, ...(footer ? editable(footer, 'company', 'company', content.company, 'address') : [])];
}

/** Where the menu is edited: it has a screen and no panel. */
export const menuAddress = '/#/admin/menu';

/** Each block of the offer is a record of its own. */
function blocks(section: HTMLElement, content: LandingContent): Editable[] {
  return all('article', section).flatMap((element, place) =>
    editable(element, `block ${place + 1}`, 'description', content.descriptions[place], section.id),
  );
}

function editable(element: HTMLElement, name: string, path: string, record: Stored, from: string): Editable[] {
  return record ? [{ element, name, address: `/#/admin/${path}?edit=${record.id}&from=${from}` }] : [];
}
