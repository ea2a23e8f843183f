import type { ReactNode } from 'react';
import { PasswordScreen } from './accounts/password-screen.tsx';
import { AuditScreen } from './audit/audit-screen.tsx';
import { BoardsScreen } from './boards/boards-screen.tsx';
import { BoardCategoriesScreen } from './boards/categories-screen.tsx';
import { ClientsScreen } from './content/clients-screen.tsx';
import { CompanyScreen } from './content/company-screen.tsx';
import { AddressScreen } from './content/contact-details-screen.tsx';
import { TouchScreen } from './content/contact-form-screen.tsx';
import { CustomersScreen } from './content/customers-screen.tsx';
import { DescriptionsScreen } from './content/descriptions-screen.tsx';
import { FactsScreen } from './content/facts-screen.tsx';
import { FeaturesScreen } from './content/features-screen.tsx';
import { HeroScreen } from './content/hero-screen.tsx';
import { MapScreen } from './content/map-screen.tsx';
import { MenuScreen } from './content/menu-screen.tsx';
import { PresentationScreen } from './content/presentation-screen.tsx';
import { PricingScreen } from './content/pricing-screen.tsx';
import { ProjectsScreen } from './content/projects-screen.tsx';
import { PromoScreen } from './content/promo-screen.tsx';
import { SectionScreen } from './content/section-screen.tsx';
import { ServicesScreen } from './content/services-screen.tsx';
import { SubscribeScreen } from './content/subscribe-screen.tsx';
import { TeamScreen } from './content/team-screen.tsx';
import { ScheduleTasksScreen } from './health/schedule-tasks-screen.tsx';
import { InboxScreen } from './inbox/inbox-screen.tsx';
import { JobsScreen } from './jobs/jobs-screen.tsx';
import { ParkedCount } from './jobs/parked-count.tsx';
import { TelephonyClientsScreen } from './telephony/accounts-screen.tsx';
import { TelephonyContactsScreen } from './telephony/contacts-screen.tsx';
import { TelephonyLogScreen } from './telephony/log-screen.tsx';

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
