import { Anchor, Title } from '@mantine/core';
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
export default function ReleaseChecks({ release: { id, name } }: { release: Destination }) {
  const findings = useReleaseFindings(id);
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
        jump={({ item, field }, words) => (
          <Anchor href={itemAddress(item, field)} className={css.jump} onClick={() => chooseDestination({ id, name })}>
            {words}
          </Anchor>
        )}
      />
    </section>
  );
}

/** A sentence about problems on the page that a release makes, for the question before publishing; empty without problems. */
export async function problemsOfRelease(id: number): Promise<string> {
  const count = checkPage(await client.releases.content.query({ id }), todayHere()).filter(isProblem).length;
  if (count === 0) return '';
  return `The checks found ${count === 1 ? 'a problem' : `${count} problems`}; the release lists ${count === 1 ? 'it' : 'them'}.`;
}
