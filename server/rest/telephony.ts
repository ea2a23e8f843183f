import type { RestSection } from './record-routes.ts';
import { accountRoutes } from './telephony/accounts.ts';
import { contactRoutes } from './telephony/contacts.ts';
import { logRoutes } from './telephony/log.ts';

/** The SMS paths (specification, section 7: Telephony). A client reads and changes its own, whatever id it sends. */
export const telephonyRest: RestSection = {
  title: 'Telephony',
  records: [],
  routes: [...accountRoutes, ...contactRoutes, ...logRoutes],
};
