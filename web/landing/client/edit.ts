import { sectionFacts } from '../../../contract/sections.ts';
import { setupHint, setupSteps } from '../setup-steps.ts';
import styles from './edit.css?inline';
import { all, one } from './elements.ts';
import { loadPageContent } from './page-content.ts';

const pencil =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m4 13.5-.8 3.3 3.3-.8L16 6.5 13.5 4zM11.5 6l2.5 2.5"/></svg>';

/** Adds a link for Admins that opens the page editor at the section in view. */
export function enableEditing(): void {
  const sheet = document.createElement('style');
  sheet.textContent = styles;
  document.head.append(sheet);

  const bar = document.createElement('aside');
  bar.className = 'edit-bar';
  bar.setAttribute('aria-label', 'Editing');
  const link = document.createElement('a');
  link.innerHTML = `${pencil}Edit page`;
  const update = () => {
    link.href = editorUrl();
  };
  for (const type of ['focus', 'pointerenter', 'pointerdown', 'click']) link.addEventListener(type, update);
  update();
  bar.append(link);
  document.body.append(bar);
  if (one('[data-coming-soon]')) void addSteps(bar);
}

/** URL of the page editor at the section in the middle of the window. */
function editorUrl(): string {
  const middle = innerHeight / 2;
  const section = all('main > section[id]').find((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top <= middle && bottom > middle;
  });
  const editor = `/#/admin/${sectionFacts('page').path}`;
  return section ? `${editor}?section=${section.id}` : editor;
}

/** Shows the steps of setting up the page until all are done; always on a page without sections. */
async function addSteps(bar: HTMLElement): Promise<void> {
  const content = await loadPageContent();
  const steps = content ? setupSteps(content) : [];
  if (steps.every(({ isDone }) => isDone)) return;
  const card = document.createElement('details');
  card.className = 'edit-steps';
  // On a phone the open card covers the page.
  card.open = innerWidth > 640;
  const summary = document.createElement('summary');
  summary.append(`Set up your page: ${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`);
  const list = document.createElement('ol');
  for (const { title, hint, links, isDone } of steps) {
    const item = document.createElement('li');
    item.toggleAttribute('data-done', isDone);
    const name = document.createElement('b');
    name.append(isDone ? `${title}: done` : title);
    item.append(name, ` ${hint} `);
    for (const { text, href } of isDone ? [] : links) {
      const screen = document.createElement('a');
      screen.href = href;
      screen.append(text);
      item.append(screen, ' ');
    }
    list.append(item);
  }
  const note = document.createElement('p');
  note.append(setupHint);
  card.append(summary, note, list);
  const aside = document.createElement('aside');
  aside.setAttribute('aria-label', 'Set up your page');
  aside.append(card);
  bar.before(aside);
}
