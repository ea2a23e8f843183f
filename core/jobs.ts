import { purgeSessions } from './accounts/jobs.ts';
import { purgeAudit } from './audit/jobs.ts';
import { syncBoards } from './boards/jobs.ts';
import { mailHealthAlarm, purgeHealthFlips, sweepHealth } from './health/jobs.ts';
import { removeUnusedImages } from './images/jobs.ts';
import { mailContactMessage, sweepUnmailedMessages } from './inbox/jobs.ts';
import {
  checkTelephonyCredentials,
  mailLimitNotice,
  sendMessage,
  sweepUnsentMessages,
  syncAccountLog,
  syncMessageLogs,
} from './telephony/jobs.ts';

/** All jobs of the product; workers/jobs/index.ts has their handlers. */
export const jobs = {
  checkTelephonyCredentials,
  mailContactMessage,
  mailHealthAlarm,
  mailLimitNotice,
  purgeAudit,
  purgeHealthFlips,
  purgeSessions,
  removeUnusedImages,
  sendMessage,
  sweepHealth,
  sweepUnmailedMessages,
  sweepUnsentMessages,
  syncAccountLog,
  syncBoards,
  syncMessageLogs,
};
