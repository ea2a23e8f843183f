import { answerForgottenPassword, mailAccountLink, mailNewDevice, purgeSessions } from './accounts/jobs.ts';
import { readRotaCalendars, sendDelivery, startDrills } from './alarms/jobs.ts';
import { purgeAudit } from './audit/jobs.ts';
import { syncBoards } from './boards/jobs.ts';
import { purgeCheckResults } from './checks/jobs.ts';
import { callWatchdog, mailHealthAlarm, purgeHealthFlips, sendAlarms, sweepHealth } from './health/jobs.ts';
import { purgeHistory } from './history/jobs.ts';
import { drawPicture, removeUnusedImages, sweepPictures } from './images/jobs.ts';
import { mailConfirmation, mailContactMessage, sweepSubscriptions, sweepUnmailedMessages } from './inbox/jobs.ts';
import { applyRetention } from './privacy/jobs.ts';
import { mailReleaseNotice, publishDueReleases } from './releases/jobs.ts';
import {
  mailStatusConfirmation,
  sendStatusMail,
  sendStatusMails,
  storeStatusMails,
  sweepStatusMails,
} from './status/subscription-jobs.ts';
import {
  checkTelephonyCredentials,
  mailLimitNotice,
  sendMessage,
  sendMessages,
  sweepUnsentMessages,
  syncAccountLog,
  syncMessageLogs,
} from './telephony/jobs.ts';

/** All jobs of the product; workers/jobs/index.ts has their handlers. */
export const jobs = {
  applyRetention,
  answerForgottenPassword,
  callWatchdog,
  checkTelephonyCredentials,
  drawPicture,
  mailAccountLink,
  mailNewDevice,
  mailConfirmation,
  mailContactMessage,
  mailHealthAlarm,
  mailLimitNotice,
  mailReleaseNotice,
  mailStatusConfirmation,
  publishDueReleases,
  purgeAudit,
  purgeCheckResults,
  purgeHealthFlips,
  purgeHistory,
  purgeSessions,
  readRotaCalendars,
  removeUnusedImages,
  sendAlarms,
  sendDelivery,
  sendMessage,
  sendMessages,
  sendStatusMail,
  sendStatusMails,
  startDrills,
  storeStatusMails,
  sweepHealth,
  sweepPictures,
  sweepStatusMails,
  sweepSubscriptions,
  sweepUnmailedMessages,
  sweepUnsentMessages,
  syncAccountLog,
  syncBoards,
  syncMessageLogs,
};
