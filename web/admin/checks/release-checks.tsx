import { Anchor, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { client, trpc } from '../api/client.ts';
import { itemAddress } from '../editor/item-address.ts';
import type { Destination } from '../releases/destination.ts';
import { chooseDestination } from '../releases/destination.ts';
import { checkPage, isProblem, todayHere } from './check-page.ts';
import css from './checks.module.css';
import { ChecksList, findingsInWords } from './checks-list.tsx';
import type { Finding } from './finding.ts';

/** What the checks find on the page as a release makes it; undefined until the content is here. */
function useReleaseFindings(id: number): readonly Finding[] | undefined {
  const { data } = trpc.releases.content.useQuery({ id });
  return data && checkPage(data, todayHere());
}

/** The checks of the page as a release makes it, each with a link that opens the item in the editor. */
export default function ReleaseChecks({ release }: { release: Destination }) {
  const findings = useReleaseFindings(release.id);
  if (!findings || findings.length === 0) return null;
  return (
    <section className={css.release} aria-labelledby="checks-title">
      <Title order={2} size="h4" id="checks-title">
        Before you publish
      </Title>
      <p className={css.advice}>
        {findingsInWords(findings)} on the page that this release makes, including what the release leaves alone.
      </p>
      <ChecksList
        findings={findings}
        jump={(finding, words) => (
          <JumpLink release={release} finding={finding}>
            {words}
          </JumpLink>
        )}
      />
    </section>
  );
}

/** The problems on the page that a release makes. */
export async function problemsOfRelease(id: number): Promise<readonly Finding[]> {
  return checkPage(await client.releases.content.query({ id }), todayHere()).filter(isProblem);
}

interface ProblemsProps {
  release: Destination;
  problems: readonly Finding[];
  /** Called when the user opens an item instead of answering the question. */
  onLeave: () => void;
}

/** Problems in the question before publishing, each with a link that opens the item in the editor. */
export function ReleaseProblems({ release, problems, onLeave }: ProblemsProps) {
  return (
    <div className={css.question}>
      <ChecksList
        findings={problems}
        jump={(finding, words) => (
          <JumpLink release={release} finding={finding} onLeave={onLeave}>
            {words}
          </JumpLink>
        )}
      />
    </div>
  );
}

/** The problems of a release in the dialog that sets its time; nothing without problems. */
export function ScheduledProblems({ release, onLeave }: Omit<ProblemsProps, 'problems'>) {
  const problems = useReleaseFindings(release.id)?.filter(isProblem) ?? [];
  if (problems.length === 0) return null;
  return <ReleaseProblems release={release} problems={problems} onLeave={onLeave} />;
}

interface JumpProps {
  release: Destination;
  finding: Finding;
  onLeave?: () => void;
  children: ReactNode;
}

/** Opens the item of a finding in the editor, with the release chosen. */
function JumpLink({ release: { id, name }, finding: { item, field }, onLeave, children }: JumpProps) {
  return (
    <Anchor
      href={itemAddress(item, field)}
      className={css.jump}
      onClick={() => {
        chooseDestination({ id, name });
        onLeave?.();
      }}
    >
      {children}
    </Anchor>
  );
}
