import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { type Panels, usePanels } from '../shell/use-panels.ts';
import { edit, openChildren } from './actions.tsx';
import { EmptyList } from './add-button.tsx';
import { HeadingCard, HeadingSkeleton } from './heading-card.tsx';
import type { Children } from './record-panels.tsx';
import { useRows } from './record-queries.ts';
import type { RecordView } from './record-view.ts';

// Loaded with the first table, and with the first panel: forms need the most code.
const RecordTable = lazy(() => import('./record-table.tsx'));
const RecordPanels = lazy(() => import('./record-panels.tsx'));

interface HeadingScreenDeclaration {
  heading: RecordView;
  children?: Children;
  /** Further content below the heading. */
  more?: ReactNode;
}

/** A content screen: the heading, its panel, and a panel of child records (specification, section 2). */
export function headingScreen(section: SectionKey, { heading, children, more }: HeadingScreenDeclaration) {
  const { title, anchor } = sectionFacts(section);
  return function HeadingScreen() {
    const panels = usePanels();
    const hasOpened = useHasOpened(panels);
    return (
      <Screen title={title} anchor={anchor}>
        <HeadingRows view={heading} label={title} panels={panels} {...(children && { children })} />
        {more}
        {hasOpened && (
          <Suspense>
            <RecordPanels heading={heading} back={title} panels={panels} {...(children && { children })} />
          </Suspense>
        )}
      </Screen>
    );
  };
}

interface HeadingRowsProps {
  view: RecordView;
  label: string;
  panels: Panels;
  children?: Children;
}

/** The only row as a card; several rows, or none, as a table. */
function HeadingRows({ view, label, panels, children }: HeadingRowsProps) {
  const query = useRows(view);
  const actions = children ? [openChildren(children, panels.list)] : [];
  return (
    <Loaded query={query} waiting={<HeadingSkeleton label={label} />}>
      {([row, ...others]) =>
        row && others.length === 0 ? (
          <HeadingCard view={view} row={row} label={label} onEdit={panels.edit} actions={actions} />
        ) : (
          <Suspense fallback={<HeadingSkeleton label={label} />}>
            <RecordTable
              view={view}
              actions={[edit(panels.edit), ...actions]}
              label={label}
              empty={<EmptyList view={view} onClick={() => panels.edit('new')} />}
            />
          </Suspense>
        )
      }
    </Loaded>
  );
}

/** True from the first open panel on: a panel that slides out is still drawn. */
export function useHasOpened({ open }: Panels): boolean {
  const isOpen = open.edit !== undefined || open.list !== undefined;
  const [hasOpened, setHasOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setHasOpened(true);
  return isOpen || hasOpened;
}
