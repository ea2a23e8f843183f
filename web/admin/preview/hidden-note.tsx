import { Anchor, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { HidingRow } from '../../../server/landing/page.ts';
import { client } from '../api/client.ts';
import { useDestination } from '../releases/destination.ts';
import { notifySaved } from '../shell/notify.ts';
import type { TypedDraft } from './draft.ts';
import type { HiddenReason } from './hidden-reasons.ts';
import css from './preview.module.css';

interface Props {
  reasons: readonly HiddenReason[];
  change: TypedDraft['change'];
}

/** Says why visitors will not see the row, with a button or link that shows it. */
export function HiddenNote({ reasons, change }: Props) {
  const queries = useQueryClient();
  const isInRelease = useDestination() !== null;
  const show = useMutation({
    mutationFn: ({ section, record, id }: HidingRow) => client.landing.show.mutate({ section, record, id }),
    onSuccess: () => notifySaved(),
    // The lists of all screens may contain the row.
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <div role="status" className={css.note}>
      {reasons.map((reason) => (
        <p key={reason.text}>
          {reason.text}{' '}
          {reason.kind === 'field' && (
            <Button size="compact-xs" variant="default" onClick={() => change(reason.field, true)}>
              {reason.label}
            </Button>
          )}
          {/* The button changes the live page. */}
          {reason.kind === 'row' && !isInRelease && (
            <Button
              size="compact-xs"
              variant="default"
              loading={show.isPending}
              onClick={() => show.mutate(reason.row)}
            >
              {reason.label}
            </Button>
          )}
          {reason.kind === 'link' && (
            <Anchor href={reason.href} inherit>
              {reason.label}
            </Anchor>
          )}
        </p>
      ))}
    </div>
  );
}
