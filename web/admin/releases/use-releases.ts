import { trpc } from '../api/client.ts';
import type { Destination } from './destination.ts';

/** How often the state of the chosen release is read again, in ms. */
const pollIntervalMs = 20_000;

/** All releases with their states and times in words, the newest first. */
export function useReleases({ isWatched = false } = {}) {
  return trpc.releases.list.useQuery(undefined, { refetchInterval: isWatched && pollIntervalMs });
}

/** The chosen release as the server knows it; null if it does not exist any more, undefined until the answer. */
export function useRelease(destination: Destination | null) {
  const { data } = useReleases({ isWatched: destination !== null });
  if (!data || !destination) return undefined;
  return data.find(({ id }) => id === destination.id) ?? null;
}

/** True for a state in which people may still change a release. */
export function isEditable({ state }: { state: string }): boolean {
  return state === 'open' || state === 'scheduled';
}

/** Why a release takes no more changes, as a sentence; null if it takes changes. */
export function closedBecause({ name }: Destination, release: { state: string } | null | undefined): string | null {
  if (release === null) return `The release “${name}” does not exist any more.`;
  if (!release || isEditable(release)) return null;
  return `The release “${name}” was ${release.state}.`;
}
