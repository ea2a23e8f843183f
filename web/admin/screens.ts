import type { ReactNode } from 'react';
import { sections, sidebarSections } from '../../contract/sections.ts';
import { PasswordScreen } from './accounts/password-screen.tsx';
import { AuditScreen } from './audit/audit-screen.tsx';
import { BoardsScreen } from './boards/boards-screen.tsx';
import { BoardCategoriesScreen } from './boards/categories-screen.tsx';
import { sectionScreens } from './content/screens.ts';
import { SectionScreen } from './content/section-screen.tsx';
import { ScheduleTasksScreen } from './health/schedule-tasks-screen.tsx';
import { HistoryScreen, historySearch } from './history/history-screen.tsx';
import { InboxScreen } from './inbox/inbox-screen.tsx';
import { JobsScreen } from './jobs/jobs-screen.tsx';
import { ParkedCount } from './jobs/parked-count.tsx';
import { PicturesScreen, picturesSearch } from './pictures/pictures-screen.tsx';
import { PreviewScreen } from './releases/preview-screen.tsx';
import { ReleaseScreen } from './releases/release-screen.tsx';
import { ReleasesScreen } from './releases/releases-screen.tsx';
import { TelephonyClientsScreen } from './telephony/accounts-screen.tsx';
import { TelephonyContactsScreen } from './telephony/contacts-screen.tsx';
import { TelephonyLogScreen } from './telephony/log-screen.tsx';

/** A screen of the back office; `path` is below `/admin/`. */
interface AdminScreen {
  path: string;
  Screen: () => ReactNode;
  /** What the address names besides the screen; by default the open panel. */
  search?: typeof historySearch | typeof picturesSearch;
}

interface SidebarScreen extends AdminScreen {
  label: string;
  /** A badge beside the label with the number of items that need attention. */
  Count?: () => ReactNode;
}

/** Sidebar entries of Admins, in the specification's order (section 2, Admin shell). */
export const adminScreens: readonly SidebarScreen[] = [
  ...sidebarSections.map(({ key, path, sidebar }) => ({ path, label: sidebar, Screen: sectionScreens[key] })),
  { path: 'twilioclient', label: 'Twilio Client', Screen: TelephonyClientsScreen },
];

/** Sidebar entries of every role, in the specification's order. */
export const everyonesScreens: readonly SidebarScreen[] = [
  { path: 'twilioclientcontact', label: 'Twilio Client Contact', Screen: TelephonyContactsScreen },
  { path: 'twilio-log', label: 'Twilio Logs', Screen: TelephonyLogScreen },
  { path: 'schedule-tasks', label: 'Schedule Tasks', Screen: ScheduleTasksScreen },
  { path: 'trello', label: 'Trello', Screen: BoardsScreen },
  { path: 'trello-category', label: 'Trello Category', Screen: BoardCategoriesScreen },
];

/** Sidebar entries for operating the product, above the specification's. */
export const operatorScreens: readonly SidebarScreen[] = [
  { path: 'releases', label: 'Releases', Screen: ReleasesScreen },
  { path: 'pictures', label: 'Pictures', Screen: PicturesScreen, search: picturesSearch },
  { path: 'history', label: 'History', Screen: HistoryScreen, search: historySearch },
  { path: 'jobs', label: 'Jobs', Screen: JobsScreen, Count: ParkedCount },
  { path: 'audit', label: 'Audit Log', Screen: AuditScreen },
];

/** Screens of Admins without a sidebar entry. */
export const furtherAdminScreens: readonly AdminScreen[] = [
  { path: 'inbox', Screen: InboxScreen },
  { path: 'releases/$id', Screen: ReleaseScreen },
  { path: 'releases/$id/preview', Screen: PreviewScreen },
  { path: 'section', Screen: SectionScreen },
  ...sections
    .filter((section) => !('sidebar' in section))
    .map(({ key, path }) => ({ path, Screen: sectionScreens[key] })),
];

/** Screens of every role without a sidebar entry: the start screen of telephony clients, and their own password. */
export const furtherScreens: readonly AdminScreen[] = [
  { path: 'twilioclientcontact/$id', Screen: TelephonyContactsScreen },
  { path: 'changepassword', Screen: PasswordScreen },
];
