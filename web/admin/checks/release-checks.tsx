import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import type { Destination } from '../releases/destination.ts';
import { chooseDestination } from '../releases/destination.ts';
import { checkPage, isProblem, todayHere } from './check-page.ts';
import css from './checks.module.css';
import { ChecksList, findingsInWords } from './checks-list.tsx';
import type { Finding } from './finding.ts';

/** What the checks find on the page as a release makes it; undefined until the content is here. */
export function useReleaseFindings(id: number): readonly Finding[] | undefined {
  const { data } = trpc.releases.content.useQuery({ id });
  return data && checkPage(data, todayHere());
}

/** The checks of the page as a release makes it, each with a link that opens the item in the editor. */
export function ReleaseChecks({ release: { id, name } }: { release: Destination }) {
  const findings = useReleaseFindings(id);
  if (!findings || findings.length === 0) return null;
  return (
    <section className={css.release} aria-labelledby="checks-title">
      <Title order={2} size="h4" id="checks-title">
        Before you publish
      </Title>
      <p className={css.advice}>
        {findingsInWords(findings)} on the page as this release makes it, also about parts that the release leaves
        alone.
      </p>
      <ChecksList
        findings={findings}
        jump={({ item, field }, words) => (
          <Anchor
            component={Link}
            to="/admin/page"
            search={{ item: `${item.path}:${item.id}`, field }}
            className={css.jump}
            onClick={() => chooseDestination({ id, name })}
          >
            {words}
          </Anchor>
        )}
      />
    </section>
  );
}

/** A sentence for the question before publishing; null without problems. */
export function problemsBeforePublishing(findings: readonly Finding[] | undefined): string | null {
  const count = (findings ?? []).filter(isProblem).length;
  if (count === 0) return null;
  return count === 1
    ? 'The checks found a problem on the page; the release lists it.'
    : `The checks found ${count} problems on the page; the release lists them.`;
}
