import { Anchor } from '@mantine/core';
import type { RecordView } from '../records/record-view.ts';
import css from './inspector.module.css';
import type { OutlineNode } from './outline-model.ts';
import { useEditorUi } from './ui.ts';

interface Props {
  /** The section, the items above the selected one, and the selected item. */
  chain: readonly OutlineNode[];
  view: RecordView;
}

/** The way from the section to the selected item, with buttons for the steps above. */
export function Breadcrumb({ chain, view }: Props) {
  const { open } = useEditorUi();
  const above = chain.slice(0, -1);
  const own = chain.at(-1);
  const noun = view.noun.charAt(0).toUpperCase() + view.noun.slice(1);
  return (
    <div className={css.way}>
      {above.length > 0 && (
        <nav aria-label="Above this item">
          <ol className={css.crumbs}>
            {above.map((node) => (
              <li key={node.id}>
                <Anchor component="button" type="button" size="xs" onClick={() => open(node)}>
                  {node.name}
                </Anchor>
              </li>
            ))}
            <li aria-hidden="true">{noun}</li>
          </ol>
        </nav>
      )}
      <h2 className={css.title} dir="auto">
        {own?.name ?? noun}
      </h2>
      {own && !own.isShown && <p className={css.state}>{own.state}</p>}
    </div>
  );
}
