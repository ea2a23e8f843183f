import { startMonthlyDrills } from '../../core/alarms/drills.ts';
import { startDrills } from '../../core/alarms/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Starts the monthly fire drills of policies that are due. */
export const handleStartDrills = handleJob(startDrills, (_data, deps) => startMonthlyDrills(deps));
