import { Button, Group, Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { client } from '../api/client.ts';
import { ShownOnce } from '../shell/shown-once.tsx';
import { formatDateTime, type Instant } from '../shell/time.ts';
import type { FullRelease } from './answers.ts';
import css from './releases.module.css';
import { useReleaseAction } from './use-release-action.ts';

/** A preview link with its secret. */
export interface Made {
  url: string;
  expiresAt: Instant;
}

interface Props {
  release: FullRelease;
  /** The link that was just made; null without one. */
  made: Made | null;
  onForget: () => void;
}

/** Links by which people without an account see the page with a release. */
export function PreviewLinks({ release: { id, previews }, made, onForget }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const withdraw = useReleaseAction(client.releases.withdrawPreview.mutate, {
    onSuccess: () => title.current?.focus(),
  });
  return (
    <Paper component="section" aria-labelledby="links-title" withBorder p="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title ref={title} tabIndex={-1} order={2} size="h5" id="links-title">
            Preview links
          </Title>
          <Text size="sm" c="dimmed" maw="40rem">
            Whoever has a preview link sees the page with this release, without an account, until the link expires or
            you withdraw it.
          </Text>
        </div>
      </Group>
      {made && <NewLink key={made.url} {...made} />}
      {previews.length > 0 && (
        <ul className={css.links}>
          {previews.map((link) => (
            <li key={link.id}>
              <Text size="sm">
                Made by {link.userName} on {formatDateTime(link.createdAt)}; works until{' '}
                {formatDateTime(link.expiresAt)}
              </Text>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                disabled={withdraw.isPending}
                onClick={() => {
                  onForget();
                  withdraw.mutate({ id, previewId: link.id });
                }}
              >
                Withdraw<VisuallyHidden> the link of {formatDateTime(link.createdAt)}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}

/** A link that was just made: only now the whole link is known. */
function NewLink({ url, expiresAt }: Made) {
  return (
    <div className={css.made}>
      <ShownOnce
        label="Preview link"
        description={`Works until ${formatDateTime(expiresAt)}. Copy it now: it is not shown again.`}
        value={url}
        action="Copy the link"
      />
    </div>
  );
}
