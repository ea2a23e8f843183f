import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notifySuccess } from '../shell/notify.ts';
import { hasUnsavedInput } from '../shell/unsaved.ts';
import { chooseDestination, useDestination } from './destination.ts';
import { closedBecause, useRelease } from './use-releases.ts';

/** Goes back to the live page once the chosen release takes no more changes; a form with unsaved input comes first. */
export function DestinationGuard() {
  const destination = useDestination();
  const release = useRelease(destination);
  const closed = destination && closedBecause(destination, release);
  // Draws again when a form is left.
  useLocation();
  useEffect(() => {
    if (!destination || closed === null || hasUnsavedInput()) return;
    chooseDestination(null);
    notifySuccess('You edit the live page now.', closed);
  });
  useEffect(() => {
    if (destination && release && release.name !== destination.name)
      chooseDestination({ ...destination, name: release.name });
  }, [destination, release]);
  return null;
}
