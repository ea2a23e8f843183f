import { Title } from '@mantine/core';
import { useState } from 'react';
import { formatDay, formatLongDay } from '../shell/time.ts';
import { ChangeItem } from './change-item.tsx';
import type { Change } from './changes.ts';
import css from './history.module.css';

interface Props {
  changes: readonly Change[];
  /** True for the history of one row: the sentences leave the row's name out, and the newest change is open. */
  isOfOne?: boolean;
  /** Opens the page as it was after an entry; left out where the page cannot be opened. */
  onShowPage?: (entry: number) => void;
}

/** Changes by day, the newest first; each opens to its differences. */
export function Timeline({ changes, isOfOne = false, onShowPage }: Props) {
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const [first] = useState(isOfOne ? changes[0]?.key : undefined);
  const days = Map.groupBy(changes, ({ newest }) => formatDay(newest.at));
  const toggle = (key: string) =>
    setToggled(toggled.includes(key) ? toggled.filter((other) => other !== key) : [...toggled, key]);
  return [...days].map(([day, list]) => (
    <section key={day} className={css.day}>
      <Title order={isOfOne ? 3 : 2} className={css.dayTitle}>
        {formatLongDay(list[0]?.newest.at ?? day, new Date())}
      </Title>
      <ul className={css.list}>
        {list.map((change) => (
          <ChangeItem
            key={change.key}
            change={change}
            isOfOne={isOfOne}
            isOpen={toggled.includes(change.key) !== (change.key === first)}
            onToggle={() => toggle(change.key)}
            onShowPage={onShowPage}
          />
        ))}
      </ul>
    </section>
  ));
}
