import { logCsv, logJson } from '../telephony/log-export-route.ts';
import { webhookRoutes } from '../telephony/webhooks.ts';
import type { RestSection } from './record-routes.ts';
import { accountRoutes } from './telephony/accounts.ts';
import { contactRoutes } from './telephony/contacts.ts';
import { logRoutes } from './telephony/log.ts';

/** The SMS paths (specification, section 7: Telephony). A client reads and changes only its own records. */
export const telephonyRest: RestSection = {
  title: 'Telephony',
  records: [],
  routes: [...accountRoutes, ...contactRoutes, ...logRoutes, logCsv, logJson, ...webhookRoutes],
};
