import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckIcon, WarningIcon } from '../shell/icons.tsx';
import { isProblem, sectionTitleOf } from './check-page.ts';
import css from './checks.module.css';
import type { Finding } from './finding.ts';

interface Props {
  findings: readonly Finding[];
  /** Draws the control that opens a finding's item, around the words of the finding. */
  jump: (finding: Finding, words: ReactNode) => ReactNode;
}

/** What the checks found: problems, then advice folded, each with a jump to the item. */
export function ChecksList({ findings, jump }: Props) {
  const problems = findings.filter(isProblem);
  const advice = findings.filter((finding) => !isProblem(finding));
  if (findings.length === 0)
    return (
      <Text size="sm" className={css.clear}>
        <CheckIcon /> Nothing found: links, pictures, dates and texts look right.
      </Text>
    );
  return (
    <div className={css.checks}>
      {problems.length > 0 && (
        <div>
          <Title order={3} size="h6" className={css.title}>
            <WarningIcon /> {problemsInWords(problems.length)}
          </Title>
          <Findings findings={problems} jump={jump} />
        </div>
      )}
      {advice.length > 0 && (
        <details open={problems.length === 0}>
          <summary className={css.title}>{adviceInWords(advice.length)}</summary>
          <Findings findings={advice} jump={jump} />
        </details>
      )}
    </div>
  );
}

function Findings({ findings, jump }: Props) {
  return (
    <ul className={css.list}>
      {findings.map((finding) => (
        <li key={`${finding.item.path} ${finding.item.id} ${finding.field} ${finding.text}`}>
          {jump(
            finding,
            <>
              <span className={css.section}>{sectionTitleOf(finding)}</span>
              <span className={css.text}>{finding.text}</span>
              <span className={css.advice}>{finding.advice}</span>
            </>,
          )}
        </li>
      ))}
    </ul>
  );
}

function problemsInWords(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}

function adviceInWords(count: number): string {
  return count === 1 ? '1 piece of advice' : `${count} pieces of advice`;
}

/** `2 problems and 1 piece of advice`; empty if nothing was found. */
export function findingsInWords(findings: readonly Finding[]): string {
  const problems = findings.filter(isProblem).length;
  const advice = findings.length - problems;
  return [problems > 0 && problemsInWords(problems), advice > 0 && adviceInWords(advice)].filter(Boolean).join(' and ');
}
