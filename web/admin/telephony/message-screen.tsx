import { Alert, Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { rowId } from '../../../contract/fields.ts';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { BackIcon } from '../shell/icons.tsx';
import { JsonTree } from '../shell/json-tree.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess, notifyWentWrong } from '../shell/notify.ts';
import { Screen } from '../shell/screen.tsx';
import { SectionCard, TwoColumns } from '../shell/section-card.tsx';
import { formatDateTime, formatExactTime } from '../shell/time.ts';
import { MessageText, segmentsText } from './log-detail-panel.tsx';
import css from './message-screen.module.css';
import type { Story } from './message-story.ts';
import { NotifiedList } from './notified-list.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

/** How often an open message that is under way is read again, in ms. */
const pollInterval = 5000;

/** One message from its cause to its end: what happened, who else was notified, and what comes next. */
export function MessageScreen() {
  const params = useParams({ strict: false });
  const { data: id } = rowId.safeParse(params.id);
  return id === undefined ? <Navigate to="/admin/twilio-log" replace /> : <MessageById id={id} />;
}

function MessageById({ id }: { id: number }) {
  const query = trpc.telephony.log.story.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.isFinal === false ? pollInterval : false), retry: false },
  );
  return (
    <Screen
      title="Message"
      actions={
        <Button component={Link} to="/admin/twilio-log" variant="default" leftSection={<BackIcon />}>
          Twilio Logs
        </Button>
      }
    >
      <Loaded query={query} what="message" waiting={<Skeleton h={300} />}>
        {(story) => (
          <TwoColumns
            main={
              <>
                <Head story={story} />
                <Happened story={story} />
              </>
            }
            side={
              <>
                <NotifiedList story={story} />
                <Facts story={story} />
              </>
            }
          />
        )}
      </Loaded>
    </Screen>
  );
}

/** The outcome and what to do, the text, and the button that sends the message again. */
function Head({ story }: { story: Story }) {
  const { outcome, contact, fromNumber, toNumber, status, reason, advice, body } = story;
  const who = outcome === 'received' ? `From ${fromNumber}` : `To ${contact ? `${contact.name}, ` : ''}${toNumber}`;
  return (
    <SectionCard title={who} aside={<OutcomeBadge outcome={outcome}>{status}</OutcomeBadge>}>
      {reason !== null && (
        <Alert color="red" title={reason}>
          {advice}
        </Alert>
      )}
      <MessageText body={body} />
      <SendAgain story={story} />
    </SectionCard>
  );
}

function SendAgain({ story: { id, outcome, again, notAgain } }: { story: Story }) {
  const utils = trpc.useUtils();
  const send = trpc.telephony.log.sendAgain.useMutation({
    meta: showsFailures,
    onSuccess: () => notifySuccess('Sent again', 'The message is on its way.'),
    onError: (error) => notifyWentWrong(describeFailure(error).message),
    onSettled: () => utils.telephony.log.story.invalidate({ id }),
  });
  if (outcome !== 'failed' || !userMay('telephony:send')) return null;
  return (
    <Group gap="sm">
      <Button
        variant="light"
        disabled={notAgain !== null}
        loading={send.isPending}
        onClick={() => send.mutate({ id, sentBefore: again.length })}
      >
        Send again
      </Button>
      {notAgain !== null && (
        <Text size="sm" c="dimmed">
          {notAgain}
        </Text>
      )}
      {again.map((one) => (
        <Anchor key={one.id} component={Link} to={`/admin/twilio-log/${one.id}`} size="sm">
          Sent again on {formatDateTime(one.createdOn)}: {one.status}
        </Anchor>
      ))}
    </Group>
  );
}

/** Cause, steps and what comes next, as a list in the order of time. */
function Happened({ story: { cause, steps, next } }: { story: Story }) {
  return (
    <SectionCard title="What happened">
      <ol className={css.steps}>
        <li data-state="done">
          <CauseLine cause={cause} />
          <When at={cause.at} />
        </li>
        {steps.map(({ title, detail, at, state }) => (
          <li key={title} data-state={state}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            {detail !== null && <Text size="sm">{detail}</Text>}
            <When at={at} />
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed">
        {next === null ? 'Nothing more happens with this message.' : next.text}
        {next?.at ? ` At ${formatDateTime(next.at)}.` : ''}
      </Text>
    </SectionCard>
  );
}

function CauseLine({ cause: { title, server, messageId } }: Pick<Story, 'cause'>) {
  const address = server
    ? `#/admin/schedule-tasks/${server.id}`
    : messageId === null
      ? null
      : `#/admin/twilio-log/${messageId}`;
  if (address !== null)
    return (
      <Anchor href={address} size="sm" fw={600}>
        {title}
      </Anchor>
    );
  return (
    <Text size="sm" fw={600}>
      {title}
    </Text>
  );
}

function When({ at }: { at: string | Date | null }) {
  if (at === null) return null;
  return (
    <Text size="xs" c="dimmed" title={formatExactTime(at)}>
      {formatDateTime(at)}
    </Text>
  );
}

/** The technical details: account, numbers, ids, price, and the provider's answers. */
function Facts({ story }: { story: Story }) {
  const { account, fromNumber, toNumber, requestFrom, accountSid, messageSid, segments, price, createdOn } = story;
  const facts: readonly (readonly [string, string | null, 'id'?])[] = [
    ['Client', account],
    ['Twilio From Number', fromNumber],
    ['Request From', requestFrom || null],
    ['To Number', toNumber],
    ['AccountSID', accountSid, 'id'],
    ['Message ID', messageSid, 'id'],
    ['Created On', createdOn && formatExactTime(createdOn)],
    ['Size', segmentsText(segments)],
    ['Price', price],
  ];
  return (
    <SectionCard title="Details">
      <dl className={css.facts}>
        {facts.map(
          ([name, value, kind]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={kind && css.id}>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {story.response !== null && <JsonTree name="response" value={story.response} />}
      {story.error !== null && <JsonTree name="error" value={story.error} />}
    </SectionCard>
  );
}
