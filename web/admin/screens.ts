import type { ReactNode } from 'react';
import { AuditScreen } from './audit/audit-screen.tsx';
import { InboxScreen } from './inbox/inbox-screen.tsx';
import { JobsScreen } from './jobs/jobs-screen.tsx';
import { ParkedCount } from './jobs/parked-count.tsx';
import { AddressScreen } from './sections/address.tsx';
import { BoardCategoriesScreen } from './sections/board-categories.tsx';
import { BoardsScreen } from './sections/boards.tsx';
import { ClientsScreen } from './sections/clients.tsx';
import { CompanyScreen } from './sections/company.tsx';
import { CustomersScreen } from './sections/customers.tsx';
import { DescriptionsScreen } from './sections/descriptions.tsx';
import { FactsScreen } from './sections/facts.tsx';
import { FeaturesScreen } from './sections/features.tsx';
import { HeroScreen } from './sections/hero.tsx';
import { MapScreen } from './sections/map.tsx';
import { MenuScreen } from './sections/menu.tsx';
import { PresentationScreen } from './sections/presentation.tsx';
import { PricingScreen } from './sections/pricing.tsx';
import { ProjectsScreen } from './sections/projects.tsx';
import { PromoScreen } from './sections/promo.tsx';
import { ScheduleTasksScreen } from './sections/schedule-tasks.tsx';
import { ServicesScreen } from './sections/services.tsx';
import { SubscribeScreen } from './sections/subscribe.tsx';
import { TeamScreen } from './sections/team.tsx';
import { TelephonyClientsScreen } from './sections/telephony-clients.tsx';
import { TelephonyContactsScreen } from './sections/telephony-contacts.tsx';
import { TelephonyLogScreen } from './sections/telephony-log.tsx';
import { TouchScreen } from './sections/touch.tsx';
import { PasswordScreen } from './session/password-screen.tsx';
import { SectionScreen } from './shell/section-screen.tsx';

/** A screen of the back office; `path` is below `/admin/`. */
interface AdminScreen {
  path: string;
  Screen: () => ReactNode;
}

interface SidebarScreen extends AdminScreen {
  label: string;
  /** What waits there for a person, beside the label. */
  Count?: () => ReactNode;
}

/** Sidebar entries of Admins, in the specification's order (section 2, Admin shell). */
export const adminScreens: readonly SidebarScreen[] = [
  { path: 'company', label: 'Company', Screen: CompanyScreen },
  { path: 'menu', label: 'Menu', Screen: MenuScreen },
  { path: 'introduction', label: 'Introduction', Screen: HeroScreen },
  { path: 'feature', label: 'Feature', Screen: FeaturesScreen },
  { path: 'description', label: 'Description', Screen: DescriptionsScreen },
  { path: 'services', label: 'Services', Screen: ServicesScreen },
  { path: 'priceplan', label: 'Price Plan', Screen: PricingScreen },
  { path: 'client', label: 'Client', Screen: ClientsScreen },
  { path: 'facts', label: 'Facts', Screen: FactsScreen },
  { path: 'project', label: 'Project', Screen: ProjectsScreen },
  { path: 'team', label: 'Team', Screen: TeamScreen },
  { path: 'subscribe', label: 'Subscribe', Screen: SubscribeScreen },
  { path: 'presentation', label: 'Presentation', Screen: PresentationScreen },
  { path: 'customer', label: 'Customer', Screen: CustomersScreen },
  { path: 'promo', label: 'Promo', Screen: PromoScreen },
  { path: 'contact', label: 'Contact', Screen: AddressScreen },
  { path: 'map', label: 'Map', Screen: MapScreen },
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

/** Sidebar entries of Admins who run the product, before the specification's. */
export const operatorScreens: readonly SidebarScreen[] = [
  { path: 'jobs', label: 'Jobs', Screen: JobsScreen, Count: ParkedCount },
  { path: 'audit', label: 'Audit Log', Screen: AuditScreen },
];

/** Screens of Admins without an entry of the specification's sidebar. */
export const furtherAdminScreens: readonly AdminScreen[] = [
  { path: 'inbox', Screen: InboxScreen },
  { path: 'section', Screen: SectionScreen },
  { path: 'getintouch', Screen: TouchScreen },
  { path: 'changepassword', Screen: PasswordScreen },
];

/** Screens of every role without an entry in the sidebar: where telephony clients start. */
export const furtherScreens: readonly AdminScreen[] = [
  { path: 'twilioclientcontact/$id', Screen: TelephonyContactsScreen },
];
