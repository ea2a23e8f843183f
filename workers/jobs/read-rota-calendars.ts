import { readRotaCalendars } from '../../core/alarms/jobs.ts';
import { readCalendars } from '../../core/alarms/read-calendars.ts';
import { sendDepsOf } from '../../core/alarms/send-deps.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Reads the calendars of rotas. */
export const handleReadRotaCalendars = handleJob(readRotaCalendars, ({ rotaId }, deps) =>
  readCalendars(deps, sendDepsOf(deps).check, rotaId),
);
