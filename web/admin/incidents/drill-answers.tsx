import { Text } from '@mantine/core';
import { formatExactTime, formatLength } from '../shell/time.ts';
import type { IncidentDetail } from './answers.ts';
import css from './incidents.module.css';

/** Who answered a fire drill and how fast, and who did not. */
export function DrillAnswers({ notices }: Pick<IncidentDetail, 'notices'>) {
  const people = [...Map.groupBy(notices, ({ recipient }) => recipient).values()];
  if (people.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody has been asked yet.
      </Text>
    );
  return (
    <ul className={css.servers}>
      {people.map((asked) => {
        const answer = asked.find(({ answeredAt }) => answeredAt !== null);
        return (
          <li key={asked[0]?.recipient} className={css.row}>
            <Text size="sm" fw={600}>
              {asked[0]?.name}
            </Text>
            {answer?.answeredAt ? (
              <Text size="sm" title={formatExactTime(answer.answeredAt)}>
                after {formatLength(Number(new Date(answer.answeredAt)) - Number(new Date(answer.at)))}
              </Text>
            ) : (
              <Text size="sm" c="var(--mantine-color-error)">
                no answer
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}
