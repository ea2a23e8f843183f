import { company } from '../../../contract/company.ts';
import { infoOf } from '../../../contract/fields.ts';

/** Labels of the company's fields: its settings are found by their own names. */
const companyFields = Object.values(company.shape).flatMap((field) => infoOf(field)?.label ?? []);

/** Words by which people look for a screen besides its name, by the screen's path. */
export const screenWords: Readonly<Record<string, readonly string[]>> = {
  desk: ['Desk', 'Home', 'Start', 'Overview', 'What needs me', 'Offline servers'],
  overview: ['Home', 'Start', 'My servers', 'My messages', 'Dashboard'],
  inbox: ['Messages', 'Contact form', 'Mail', 'Enquiries'],
  page: ['Editor', 'Layout', 'Order of sections', 'Hide a section', 'Website', 'Landing page'],
  company: [...companyFields, 'Settings', 'Footer', 'Social links', 'Brand', 'Imprint'],
  menu: ['Navigation', 'Navbar', 'Header', 'Links'],
  introduction: ['Hero', 'Headline', 'Buttons', 'Top of the page', 'Welcome'],
  feature: ['Features', 'Advantages', 'Benefits'],
  description: ['Offer', 'Texts', 'Blocks', 'About'],
  services: ['What we do', 'Offers'],
  priceplan: ['Plans', 'Prices', 'Pricing', 'Costs', 'Packages', 'Tariffs'],
  subscribe: ['Newsletter', 'Subscribers', 'Mailing list', 'E-mail addresses'],
  client: ['Clients', 'Logos', 'Health codes', 'Partners', 'Customers'],
  facts: ['Numbers', 'Figures', 'Counters', 'Statistics'],
  project: ['Projects', 'Portfolio', 'Gallery', 'References'],
  team: ['People', 'Staff', 'Members', 'Colleagues', 'Employees'],
  presentation: ['Videos', 'Films', 'YouTube'],
  customer: ['Reviews', 'Testimonials', 'Feedback', 'Quotes'],
  promo: ['Promotion', 'Banner', 'Call to action'],
  getintouch: ['Contact form', 'Write to us', 'Form'],
  contact: ['Address', 'Contact details', 'Phone', 'Opening hours', 'E-mail'],
  map: ['Location', 'Directions', 'Place'],
  pictures: ['Images', 'Photos', 'Library', 'Alternative text', 'Uploads', 'Media'],
  releases: ['Drafts', 'Publish', 'Schedule', 'Previews', 'Versions'],
  history: ['Changes', 'Undo', 'Restore', 'Versions', 'Deleted'],
  twilioclient: ['SMS accounts', 'SMS', 'Clients', 'AuthToken', 'Users', 'Telephony'],
  twilioclientcontact: ['SMS contacts', 'Contacts', 'Phone numbers', 'Recipients', 'Test message'],
  'twilio-log': ['SMS log', 'SMS', 'Messages', 'Delivery', 'Sent messages'],
  'schedule-tasks': ['Servers', 'Heartbeats', 'Health', 'Monitoring', 'Uptime', 'Alarms', 'Pings', 'Cron'],
  trello: ['Boards', 'Cards', 'Expense report', 'Tasks'],
  'trello-category': ['Categories', 'Labels'],
  jobs: ['Queues', 'Background work', 'Workers', 'Failed jobs'],
  audit: ['Who did what', 'Log', 'Security', 'Actions of users'],
};
