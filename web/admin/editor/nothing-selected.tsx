import { Button, Kbd, Text } from '@mantine/core';
import { SetupChecklist } from '../content/setup-checklist.tsx';
import { show } from './commands.ts';
import css from './inspector.module.css';
import { useEditorSession } from './session/provider.tsx';
import { useEditorUi } from './ui.ts';

/** Short help, and the sections that visitors do not see. */
export function NothingSelected() {
  const session = useEditorSession();
  const { nodes, open } = useEditorUi();
  const sections = nodes.filter(({ place }) => place !== null);
  const hidden = sections.filter(({ isShown }) => !isShown);
  return (
    <div className={css.content}>
      <header className={css.header}>
        <h2 className={css.title}>Edit the page</h2>
      </header>
      <SetupChecklist
        onSection={(key) => {
          const node = nodes.find(({ section }) => section === key);
          if (node) open(node);
        }}
      />
      <Text size="sm" c="dimmed">
        Click anything on the page to select it. Click a selected text again to type on the page. Visitors see your
        changes once you save. Press <Kbd>?</Kbd> for the keyboard shortcuts.
      </Text>
      <section className={css.list} aria-labelledby="sections-title">
        <h3 className={css.listTitle} id="sections-title">
          Sections
        </h3>
        <Text size="sm">
          {sections.length - hidden.length} of {sections.length} sections are on the page.
        </Text>
        <ul className={css.children}>
          {hidden.map((node) => (
            <li key={node.id} className={css.hiddenSection}>
              <button type="button" className={css.child} onClick={() => open(node)}>
                {node.name}
                <span className={css.off}>{node.state}</span>
              </button>
              {node.isOn === false && (
                <Button size="compact-sm" variant="default" onClick={() => show(session, node, true)}>
                  Show
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
