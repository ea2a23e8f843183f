import { trpc } from '../api/client.ts';
import { notifySuccess } from '../shell/notify.ts';

/** Acknowledges, takes back and snoozes incidents; lists and pages load what has changed. */
export function useIncidentActions() {
  const utils = trpc.useUtils();
  const onSettled = () => utils.alarms.invalidate();
  const acknowledge = trpc.alarms.incidents.acknowledge.useMutation({
    onSettled,
    onSuccess({ answer }) {
      if (answer === 'resolved') notifySuccess('Already over', 'The incident was resolved in the meantime.');
      else if (answer === 'known') notifySuccess('Already acknowledged', 'Someone else was faster.');
      else notifySuccess('Acknowledged', 'No further alarms are sent for this incident.');
    },
  });
  const reopen = trpc.alarms.incidents.reopen.useMutation({
    onSettled,
    onSuccess: () => notifySuccess('Taken back', 'The steps of the policy go on.'),
  });
  const snooze = trpc.alarms.incidents.snooze.useMutation({
    onSettled,
    onSuccess: () => notifySuccess('Snoozed', 'The steps go on afterwards, if the outage lasts.'),
  });
  return { acknowledge, reopen, snooze };
}
