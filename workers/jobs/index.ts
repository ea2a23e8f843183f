import type { Job } from '../queue/queue.ts';
import { checkTelephonyCredentials } from './check-telephony-credentials.ts';
import { mailContactMessage } from './mail-contact-message.ts';
import { mailHealthAlarm } from './mail-health-alarm.ts';
import { purgeAudit } from './purge-audit.ts';
import { purgeHealthFlips } from './purge-health-flips.ts';
import { purgeSessions } from './purge-sessions.ts';
import { removeUnusedImages } from './remove-unused-images.ts';
import { sendMessage } from './send-message.ts';
import { sweepHealth } from './sweep-health.ts';
import { sweepUnmailedMessages } from './sweep-unmailed-messages.ts';
import { sweepUnsentMessages } from './sweep-unsent-messages.ts';
import { syncBoards } from './sync-boards.ts';
import { syncAccountLog, syncMessageLogs } from './sync-message-log.ts';

/** Every job of the product. */
export const allJobs: readonly Job[] = [
  checkTelephonyCredentials,
  mailContactMessage,
  mailHealthAlarm,
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
];
