import { IconLayout, type TablerIcon } from '@tabler/icons-react';
import { isOpenToUser, type SidebarScreen, sidebarGroups, topScreens } from '../screens.ts';
import type { Entry } from './entry.ts';

interface OwnScreen extends SidebarScreen {
  /** Title of its group in the sidebar. */
  group: string;
}

const listed: readonly OwnScreen[] = [
  ...topScreens.map((screen) => ({ ...screen, group: '' })),
  ...sidebarGroups.flatMap(({ title, screens }) => screens.map((screen) => ({ ...screen, group: title }))),
];

/** The screens of the user's sidebar. The page editor is found as an action. */
export function ownScreens(): readonly OwnScreen[] {
  return listed.filter((screen) => screen.section !== 'page' && isOpenToUser(screen));
}

/** The screen with this address; undefined if the user's sidebar has none. */
export function screenAt(pathname: string): OwnScreen | undefined {
  return ownScreens().find(({ path }) => pathname === `/admin/${path}`);
}

/** A screen as Spotlight lists it. */
export function screenEntry({ path, label, Icon, group }: OwnScreen) {
  return { id: `screen ${path}`, Icon, title: label, place: group, address: `/admin/${path}` } satisfies Entry;
}

/** The icon of a section's screen. */
export function sectionIcon(section: string): TablerIcon {
  return listed.find((screen) => screen.section === section)?.Icon ?? IconLayout;
}
