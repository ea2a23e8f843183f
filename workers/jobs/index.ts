import type { CoreDependencies } from '../../core/dependencies.ts';
import type { jobs } from '../../core/jobs.ts';
import { type JobHandler, runnable } from '../../core/queue/handler.ts';
import { handleAnswerForgottenPassword } from './answer-forgotten-password.ts';
import { handleApplyRetention } from './apply-retention.ts';
import { handleCallWatchdog } from './call-watchdog.ts';
import { handleCheckTelephonyCredentials } from './check-telephony-credentials.ts';
import { handleDrawPicture } from './draw-picture.ts';
import { handleMailAccountLink } from './mail-account-link.ts';
import { handleMailConfirmation } from './mail-confirmation.ts';
import { handleMailContactMessage } from './mail-contact-message.ts';
import { handleMailHealthAlarm } from './mail-health-alarm.ts';
import { handleMailLimitNotice } from './mail-limit-notice.ts';
import { handleMailNewDevice } from './mail-new-device.ts';
import { handleMailReleaseNotice } from './mail-release-notice.ts';
import { handleMailStatusConfirmation } from './mail-status-confirmation.ts';
import { handlePublishDueReleases } from './publish-due-releases.ts';
import { handlePurgeAudit } from './purge-audit.ts';
import { handlePurgeCheckResults } from './purge-check-results.ts';
import { handlePurgeHealthFlips } from './purge-health-flips.ts';
import { handlePurgeHistory } from './purge-history.ts';
import { handlePurgeSessions } from './purge-sessions.ts';
import { handleReadRotaCalendars } from './read-rota-calendars.ts';
import { handleRemoveUnusedImages } from './remove-unused-images.ts';
import { handleSendAlarms } from './send-alarms.ts';
import { handleSendDelivery } from './send-delivery.ts';
import { handleSendMessage } from './send-message.ts';
import { handleSendMessages } from './send-messages.ts';
import { handleSendStatusMail } from './send-status-mail.ts';
import { handleSendStatusMails } from './send-status-mails.ts';
import { handleStartDrills } from './start-drills.ts';
import { handleStoreStatusMails } from './store-status-mails.ts';
import { handleSweepHealth } from './sweep-health.ts';
import { handleSweepPictures } from './sweep-pictures.ts';
import { handleSweepStatusMails } from './sweep-status-mails.ts';
import { handleSweepSubscriptions } from './sweep-subscriptions.ts';
import { handleSweepUnmailedMessages } from './sweep-unmailed-messages.ts';
import { handleSweepUnsentMessages } from './sweep-unsent-messages.ts';
import { handleSyncBoards } from './sync-boards.ts';
import { handleSyncAccountLog, handleSyncMessageLogs } from './sync-message-log.ts';

/** The handler of every job; a job without a handler fails the type check. */
export const handlers: { readonly [Name in keyof typeof jobs]: JobHandler<(typeof jobs)[Name]['data']> } = {
  applyRetention: handleApplyRetention,
  answerForgottenPassword: handleAnswerForgottenPassword,
  callWatchdog: handleCallWatchdog,
  checkTelephonyCredentials: handleCheckTelephonyCredentials,
  drawPicture: handleDrawPicture,
  mailAccountLink: handleMailAccountLink,
  mailNewDevice: handleMailNewDevice,
  mailConfirmation: handleMailConfirmation,
  mailContactMessage: handleMailContactMessage,
  mailHealthAlarm: handleMailHealthAlarm,
  mailLimitNotice: handleMailLimitNotice,
  mailReleaseNotice: handleMailReleaseNotice,
  mailStatusConfirmation: handleMailStatusConfirmation,
  publishDueReleases: handlePublishDueReleases,
  purgeAudit: handlePurgeAudit,
  purgeCheckResults: handlePurgeCheckResults,
  purgeHealthFlips: handlePurgeHealthFlips,
  purgeHistory: handlePurgeHistory,
  purgeSessions: handlePurgeSessions,
  readRotaCalendars: handleReadRotaCalendars,
  removeUnusedImages: handleRemoveUnusedImages,
  sendAlarms: handleSendAlarms,
  sendDelivery: handleSendDelivery,
  sendMessage: handleSendMessage,
  sendMessages: handleSendMessages,
  sendStatusMail: handleSendStatusMail,
  sendStatusMails: handleSendStatusMails,
  startDrills: handleStartDrills,
  storeStatusMails: handleStoreStatusMails,
  sweepHealth: handleSweepHealth,
  sweepPictures: handleSweepPictures,
  sweepStatusMails: handleSweepStatusMails,
  sweepSubscriptions: handleSweepSubscriptions,
  sweepUnmailedMessages: handleSweepUnmailedMessages,
  sweepUnsentMessages: handleSweepUnsentMessages,
  syncAccountLog: handleSyncAccountLog,
  syncBoards: handleSyncBoards,
  syncMessageLogs: handleSyncMessageLogs,
};

/** All handlers as a list. */
export const allHandlers: readonly JobHandler[] = Object.values(handlers);

/** Runs all jobs in this process until the queue is closed. */
export async function startJobs(deps: CoreDependencies): Promise<void> {
  await deps.queue.work(runnable(allHandlers, deps));
}
