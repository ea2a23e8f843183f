import {
  IconBellRinging,
  IconCalendarUser,
  IconDeviceMobile,
  IconGauge,
  IconHeartbeat,
  IconHistory,
  IconInbox,
  IconLayoutKanban,
  IconLibraryPhoto,
  IconMessages,
  IconPhone,
  IconRocket,
  IconShieldCheck,
  IconSpeakerphone,
  IconStack2,
  IconStairs,
  IconTags,
  IconUrgent,
  IconUserCircle,
  IconUserShield,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '../../contract/roles.ts';
import { pageSections, type SectionKey, sectionFacts } from '../../contract/sections.ts';
import { userMay } from './accounts/store.ts';
import { sectionScreens } from './content/screens.ts';
import { editorSearch } from './editor/editor-screen.tsx';
import { OfflineCount } from './health/offline-count.tsx';
import { overviewSearch } from './health/overview-search.ts';
import { historySearch } from './history/history-search.ts';
import { UnreadCount } from './inbox/unread-count.tsx';
import { AlarmingCount } from './incidents/alarming-count.tsx';
import { ParkedCount } from './jobs/parked-count.tsx';
import { picturesSearch } from './pictures/pictures-search.ts';
import { logSearch } from './telephony/log-search.ts';

/** A screen of the back office; `path` is below `/admin/`. */
interface AdminScreen {
  path: string;
  /** Users with one of these permissions may open the screen; null: every user. */
  anyOf: readonly Permission[] | null;
  Screen: RouteComponent;
  /** What the address names besides the screen; by default the open panel. */
  search?:
    | typeof historySearch
    | typeof picturesSearch
    | typeof editorSearch
    | typeof logSearch
    | typeof overviewSearch;
}

/** A screen with an entry in the sidebar. */
export interface SidebarScreen extends AdminScreen {
  label: string;
  Icon: TablerIcon;
  /** The section of the page that the screen edits. */
  section?: SectionKey;
  /** A badge beside the label with the number of items that need attention. */
  Count?: () => ReactNode;
  /** True for a space above the entry. */
  isApart?: true;
}

interface SidebarGroup {
  title: string;
  screens: readonly SidebarScreen[];
}

function sectionScreen(key: SectionKey): SidebarScreen {
  const { path, sidebar } = sectionFacts(key);
  return { path, label: sidebar, section: key, anyOf: ['content:read'], ...sectionScreens[key] };
}

// The screens of the page's content are in the first script, the others in scripts of their own.
const telephonyContacts = lazyRouteComponent(
  () => import('./telephony/contacts-screen.tsx'),
  'TelephonyContactsScreen',
);

/** The first entries of the sidebar. */
export const topScreens: readonly SidebarScreen[] = [
  {
    path: 'desk',
    anyOf: ['health:read'],
    label: 'Dashboard',
    Icon: IconGauge,
    Screen: lazyRouteComponent(() => import('./desk/desk-screen.tsx'), 'DeskScreen'),
  },
  {
    path: 'overview',
    anyOf: ['health:own'],
    label: 'Overview',
    Icon: IconGauge,
    Screen: lazyRouteComponent(() => import('./desk/overview-screen.tsx'), 'OverviewScreen'),
  },
  {
    path: 'inbox',
    anyOf: ['inbox:read'],
    label: 'Inbox',
    Icon: IconInbox,
    Screen: lazyRouteComponent(() => import('./inbox/inbox-screen.tsx'), 'InboxScreen'),
    Count: UnreadCount,
  },
];

/** The sidebar below its first entries, with the specification's words (section 2, Admin shell). Sections follow the page's layout. */
export const sidebarGroups: readonly SidebarGroup[] = [
  {
    title: 'Page',
    screens: [
      { ...sectionScreen('page'), label: 'Page editor', search: editorSearch },
      ...pageSections.map(({ key }) => sectionScreen(key)),
      { ...sectionScreen('company'), isApart: true },
      sectionScreen('menu'),
      {
        path: 'pictures',
        anyOf: ['content:read'],
        label: 'Pictures',
        Icon: IconLibraryPhoto,
        Screen: lazyRouteComponent(() => import('./pictures/pictures-screen.tsx'), 'PicturesScreen'),
        search: picturesSearch,
      },
      {
        path: 'releases',
        anyOf: ['content:read'],
        label: 'Releases',
        Icon: IconRocket,
        Screen: lazyRouteComponent(() => import('./releases/releases-screen.tsx'), 'ReleasesScreen'),
        isApart: true,
      },
      {
        path: 'history',
        anyOf: ['content:read'],
        label: 'History',
        Icon: IconHistory,
        Screen: lazyRouteComponent(() => import('./history/history-screen.tsx'), 'HistoryScreen'),
        search: historySearch,
      },
    ],
  },
  {
    title: 'Servers and SMS',
    screens: [
      {
        path: 'twilioclient',
        anyOf: ['telephony:read'],
        label: 'Twilio Client',
        Icon: IconDeviceMobile,
        Screen: lazyRouteComponent(() => import('./telephony/accounts-screen.tsx'), 'TelephonyClientsScreen'),
      },
      {
        path: 'twilioclientcontact',
        anyOf: ['telephony:read', 'telephony:own'],
        label: 'Twilio Client Contact',
        Icon: IconPhone,
        Screen: telephonyContacts,
      },
      {
        path: 'twilio-log',
        anyOf: ['telephony:read', 'telephony:own'],
        label: 'Twilio Logs',
        Icon: IconMessages,
        Screen: lazyRouteComponent(() => import('./telephony/log-screen.tsx'), 'TelephonyLogScreen'),
        search: logSearch,
      },
      {
        path: 'schedule-tasks',
        anyOf: ['health:read', 'health:own'],
        label: 'Schedule Tasks',
        Icon: IconHeartbeat,
        Screen: lazyRouteComponent(() => import('./health/schedule-tasks-screen.tsx'), 'ScheduleTasksScreen'),
        search: overviewSearch,
        Count: OfflineCount,
      },
      {
        path: 'incidents',
        anyOf: ['health:read'],
        label: 'Incidents',
        Icon: IconUrgent,
        Screen: lazyRouteComponent(() => import('./incidents/incidents-screen.tsx'), 'IncidentsScreen'),
        Count: AlarmingCount,
      },
      {
        path: 'channels',
        anyOf: ['health:read'],
        label: 'Channels',
        Icon: IconBellRinging,
        Screen: lazyRouteComponent(() => import('./alarms/channels-screen.tsx'), 'ChannelsScreen'),
      },
      {
        path: 'on-call',
        anyOf: ['health:read'],
        label: 'On call',
        Icon: IconCalendarUser,
        Screen: lazyRouteComponent(() => import('./alarms/rotas-screen.tsx'), 'RotasScreen'),
      },
      {
        path: 'alarm-policies',
        anyOf: ['health:read'],
        label: 'Alarm policies',
        Icon: IconStairs,
        Screen: lazyRouteComponent(() => import('./alarms/policies-screen.tsx'), 'PoliciesScreen'),
      },
      {
        path: 'status-page',
        anyOf: ['health:read'],
        label: 'Status page',
        Icon: IconSpeakerphone,
        Screen: lazyRouteComponent(() => import('./status/incidents-screen.tsx'), 'IncidentsScreen'),
      },
    ],
  },
  {
    title: 'Boards',
    screens: [
      {
        path: 'trello',
        anyOf: ['boards:read', 'boards:shared'],
        label: 'Trello',
        Icon: IconLayoutKanban,
        Screen: lazyRouteComponent(() => import('./boards/boards-screen.tsx'), 'BoardsScreen'),
      },
      {
        path: 'trello-category',
        anyOf: ['boards:read', 'boards:shared'],
        label: 'Trello Category',
        Icon: IconTags,
        Screen: lazyRouteComponent(() => import('./boards/categories-screen.tsx'), 'BoardCategoriesScreen'),
      },
    ],
  },
  {
    title: 'System',
    screens: [
      {
        path: 'users',
        anyOf: ['users'],
        label: 'Users',
        Icon: IconUsers,
        Screen: lazyRouteComponent(() => import('./users/users-screen.tsx'), 'UsersScreen'),
      },
      {
        path: 'jobs',
        anyOf: ['jobs'],
        label: 'Jobs',
        Icon: IconStack2,
        Screen: lazyRouteComponent(() => import('./jobs/jobs-screen.tsx'), 'JobsScreen'),
        Count: ParkedCount,
      },
      {
        path: 'audit',
        anyOf: ['audit:read'],
        label: 'Audit Log',
        Icon: IconShieldCheck,
        Screen: lazyRouteComponent(() => import('./audit/audit-screen.tsx'), 'AuditScreen'),
      },
      {
        path: 'privacy',
        anyOf: ['privacy'],
        label: 'Personal data',
        Icon: IconUserShield,
        Screen: lazyRouteComponent(() => import('./privacy/privacy-screen.tsx'), 'PrivacyScreen'),
      },
      {
        path: 'account',
        anyOf: null,
        label: 'My account',
        Icon: IconUserCircle,
        Screen: lazyRouteComponent(() => import('./accounts/account-screen.tsx'), 'AccountScreen'),
      },
    ],
  },
];

/** Every screen of the back office. */
export const adminScreens: readonly AdminScreen[] = [
  ...topScreens,
  ...sidebarGroups.flatMap(({ screens }) => screens),
  {
    path: 'releases/$id',
    anyOf: ['content:read'],
    Screen: lazyRouteComponent(() => import('./releases/release-screen.tsx'), 'ReleaseScreen'),
  },
  {
    path: 'releases/$id/preview',
    anyOf: ['content:read'],
    Screen: lazyRouteComponent(() => import('./releases/preview-screen.tsx'), 'PreviewScreen'),
  },
  {
    path: 'section',
    anyOf: ['content:read'],
    Screen: lazyRouteComponent(() => import('./content/section-screen.tsx'), 'SectionScreen'),
  },
  {
    path: 'schedule-tasks/$id',
    anyOf: ['health:read', 'health:own'],
    Screen: lazyRouteComponent(() => import('./health/server-screen.tsx'), 'ServerScreen'),
  },
  {
    path: 'incidents/$id',
    anyOf: ['health:read'],
    Screen: lazyRouteComponent(() => import('./incidents/incident-screen.tsx'), 'IncidentScreen'),
  },
  {
    path: 'twilio-log/$id',
    anyOf: ['telephony:read', 'telephony:own'],
    Screen: lazyRouteComponent(() => import('./telephony/message-screen.tsx'), 'MessageScreen'),
  },
  // The contacts of a client are the start screen of telephony clients.
  { path: 'twilioclientcontact/$id', anyOf: ['telephony:read', 'telephony:own'], Screen: telephonyContacts },
  {
    path: 'changepassword',
    anyOf: null,
    Screen: lazyRouteComponent(() => import('./accounts/password-screen.tsx'), 'PasswordScreen'),
  },
];

/** The entries of the sidebar that this tab's user may open. */
export function isOpenToUser({ anyOf }: AdminScreen): boolean {
  return anyOf === null || anyOf.some(userMay);
}
