import { sendAlarmNotifications } from '../../core/health/alarms.ts';
import { sendAlarms } from '../../core/health/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Notifies of changes that a ping or a check has just made. */
export const handleSendAlarms = handleJob(sendAlarms, (_data, deps) => sendAlarmNotifications(deps));
