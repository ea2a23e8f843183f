import { Alert, Button, Group, SegmentedControl, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { titles } from '../../../contract/messages.ts';
import { sections } from '../../../contract/sections.ts';
import { client, trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { PageStage } from '../preview/page-stage.tsx';
import type { Device } from '../preview/stage-size.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { EarlierIcon, LaterIcon, ReplyIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { formatDateTime } from '../shell/time.ts';
import { changesOf, sectionOf } from './changes.ts';
import css from './history.module.css';
import { PageChanges } from './page-changes.tsx';
import { notifyRefused, reloadLists, undoOf } from './undo.ts';
import { sentenceOf } from './wording.ts';

interface Props {
  /** An entry of the change after which the page is shown. */
  entry: number;
  onMove: (entry: number) => void;
  /** Returns to the list; receives the newest entry of the shown change. */
  onClose: (newest: number) => void;
}

/** The public page as it was after a change, to compare with the page now and to return to. */
export default function Moment({ entry, onMove, onClose }: Props) {
  const past = trpc.history.page.useQuery({ entry }, { placeholderData: keepPreviousData, staleTime: 0 });
  const bar = useRef<HTMLDivElement>(null);
  // The pressed button of the list is hidden.
  useEffect(() => bar.current?.focus(), []);
  return (
    <Stack gap="sm" ref={bar} tabIndex={-1} className={css.moment}>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<ReplyIcon />}
          onClick={() => onClose(past.data?.moment.id ?? entry)}
        >
          All changes
        </Button>
        <Group gap="xs">
          <MoveButton label="Earlier" to={past.data?.previous} onMove={onMove} />
          <MoveButton label="Later" to={past.data?.next} onMove={onMove} />
        </Group>
      </Group>
      <Loaded query={past} what="moment" waiting={<Skeleton h={400} />}>
        {(page) => <PageThen page={page} />}
      </Loaded>
    </Stack>
  );
}

interface MoveButtonProps {
  label: 'Earlier' | 'Later';
  to: number | null | undefined;
  onMove: (entry: number) => void;
}

function MoveButton({ label, to, onMove }: MoveButtonProps) {
  const isNext = label === 'Later';
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={isNext ? undefined : <EarlierIcon />}
      rightSection={isNext ? <LaterIcon /> : undefined}
      // Keeps the focus at the end of the history, unlike `disabled`.
      aria-disabled={to == null}
      data-disabled={to == null}
      onClick={() => to != null && onMove(to)}
    >
      {label}
      <VisuallyHidden> change</VisuallyHidden>
    </Button>
  );
}

type Page = Awaited<ReturnType<typeof client.history.page.query>>;

function PageThen({ page }: { page: Page }) {
  const { moment, changes } = page;
  const group = useQuery({
    queryKey: ['history', 'change', moment.id],
    queryFn: () => client.history.list.query({ before: moment.id + 1, limit: 50 }),
    placeholderData: keepPreviousData,
  });
  const [change] = changesOf(group.data ?? []);
  const sentence = change && sentenceOf(change);
  const when = formatDateTime(moment.at);
  const now = trpc.landing.content.useQuery(undefined, { staleTime: 0 });
  const [view, setView] = useState<'then' | 'now' | 'both'>('then');
  const isWide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  const shown = view === 'both' ? (isWide ? (['then', 'now'] as const) : (['then'] as const)) : ([view] as const);
  const [chosen, setDevice] = useLocalStorage<Device | undefined>({
    key: 'momentDevice',
    getInitialValueInEffect: false,
  });
  const device = chosen ?? (matchMedia('(min-width: 48em)').matches ? 'desktop' : 'phone');
  const section = change && sectionOf(change);
  const anchor = sections.flatMap((known) => (known.key === section && 'anchor' in known ? [known.anchor] : []))[0];
  return (
    <>
      <Text role="status">
        {when}
        {sentence && (
          <>
            {sentence.who === '' ? ': ' : ', after '}
            {sentence.who !== '' && <strong>{sentence.who}</strong>} {sentence.text}
          </>
        )}
      </Text>
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Moment"
            value={view === 'both' && !isWide ? 'then' : view}
            onChange={setView}
            data={[
              { value: 'then', label: 'Then' },
              { value: 'now', label: 'Now' },
              ...(isWide ? [{ value: 'both', label: 'Side by side' } as const] : []),
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="Width of the page"
            value={device}
            onChange={setDevice}
            data={[
              { value: 'phone', label: 'Phone' },
              { value: 'tablet', label: 'Tablet' },
              { value: 'desktop', label: 'Desktop' },
            ]}
          />
        </Group>
        {changes.length === 0 ? (
          <Text size="sm" c="dimmed">
            The page is like this now.
          </Text>
        ) : (
          <ReturnButton entry={moment.id} when={when} changes={changes} />
        )}
      </Group>
      {now.isError && view !== 'then' && <Alert color="red">The page as it is now could not be loaded.</Alert>}
      <div className={css.stages} data-pair={shown.length > 1}>
        {shown.map((time) => (
          <div key={time}>
            {shown.length > 1 && (
              <Text size="xs" c="dimmed" mb={4} aria-hidden>
                {time === 'then' ? `Then: ${when}` : 'Now'}
              </Text>
            )}
            <PageStage
              content={time === 'then' ? page.content : now.data}
              device={device}
              anchor={anchor}
              title={time === 'then' ? `The page on ${when}` : 'The page now'}
            />
          </div>
        ))}
      </div>
    </>
  );
}

function ReturnButton({ entry, when, changes }: { entry: number; when: string; changes: Page['changes'] }) {
  const confirm = useConfirm();
  const back = useMutation({
    mutationFn: () => client.history.restorePage.mutate({ entry }),
    onSuccess: ({ revision }) => notifySuccess(titles.success, `The page is as it was on ${when}.`, undoOf(revision)),
    onError: notifyRefused,
    onSettled: reloadLists,
    meta: showsFailures,
  });
  async function ask() {
    const isConfirmed = await confirm({
      message: 'Return the whole page to this moment?',
      subject: <PageChanges changes={changes} when={when} />,
      action: 'Return the page',
    });
    if (!isConfirmed) return;
    back.mutate();
    // The dialog has closed, and the button disappears with the difference.
    document.getElementById('content')?.focus({ preventScroll: true });
  }
  return (
    <Button size="xs" loading={back.isPending} onClick={() => void ask()}>
      Return the whole page to this moment
    </Button>
  );
}
