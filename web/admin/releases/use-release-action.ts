import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reloadLists } from '../history/undo.ts';
import { releasesQuery } from './edits.ts';

interface Options<Input> {
  /** True if the action changes what visitors see, and so every list. */
  isLive?: boolean;
  onSuccess?: (input: Input) => void;
}

/** Changes a release, and reloads everything that shows it before the mutation settles. */
export function useReleaseAction<Input>(
  action: (input: Input) => Promise<unknown>,
  { isLive = false, onSuccess }: Options<Input> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSuccess: (_answer, input) => onSuccess?.(input),
    onSettled: () => (isLive ? reloadLists() : queries.invalidateQueries({ queryKey: releasesQuery })),
  });
}
