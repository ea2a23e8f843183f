import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { JsonTree } from '../shell/json-tree.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import type { Detail } from './log-columns.tsx';

interface Props {
  kind: Detail['kind'];
  title: string;
  detail: Detail | null;
  onClose: () => void;
}

/** The provider's response or the error of a message as a JSON tree (specification, section 2). */
export function DetailPanel({ kind, title, detail, onClose }: Props) {
  const isOpen = detail?.kind === kind;
  const query = trpc.telephony.log.details.useQuery({ id: detail?.id ?? 1 }, { enabled: isOpen });
  return (
    <Panel title={title} isOpen={isOpen} onClose={onClose} opener={`log-${detail?.id}-${kind}`}>
      <Loaded query={query} what="message" waiting={<Skeleton h={80} />}>
        {(details) => (
          <Stack gap="md">
            <MessageSummary message={details} />
            <JsonTree name={kind} value={details[kind]} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

type Details = inferRouterOutputs<AppRouter>['telephony']['log']['details'];

/** The message in words: its text, its status, why it failed, and its cost. */
function MessageSummary({ message: { toNumber, body, status, reason, segments, price } }: { message: Details }) {
  return (
    <>
      <Text size="sm">
        {[`To ${toNumber}`, `Status: ${status}`, segmentsText(segments), price && `Price: ${price}`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {reason !== null && (
        <Alert color="red" title="What happened">
          {reason}
        </Alert>
      )}
      <MessageText body={body} />
    </>
  );
}

/** The number of segments in words; null if it is not known. */
export function segmentsText(segments: number | null): string | null {
  if (segments === null) return null;
  return segments === 1 ? '1 segment' : `${segments} segments`;
}

/** The whole text of a message. */
export function MessageText({ body }: { body: string | null }) {
  return (
    <Text size="sm" dir="auto" p="sm" bg="var(--mantine-color-default-hover)" style={wrapped}>
      {body || 'Twilio does not show the text of this message.'}
    </Text>
  );
}

const wrapped = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', borderRadius: 'var(--mantine-radius-sm)' } as const;
