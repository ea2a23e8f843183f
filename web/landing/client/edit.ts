import { pageEditingKeys } from '../../../contract/page-editing.ts';
import { setupHint, setupSteps } from '../setup-steps.ts';
import styles from './edit.css?inline';
import { type Editable, editables, loadPageContent, menuUrl } from './edit-links.ts';
import { all, one } from './elements.ts';

const pencil =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m4 13.5-.8 3.3 3.3-.8L16 6.5 13.5 4zM11.5 6l2.5 2.5"/></svg>';

/** Adds a button for Admins that outlines the editable parts, each with a link to its editor. */
export function enableEditing(): void {
  const sheet = document.createElement('style');
  sheet.textContent = styles;
  document.head.append(sheet);

  const bar = document.createElement('aside');
  bar.className = 'edit-bar';
  bar.setAttribute('aria-label', 'Editing');
  const button = document.createElement('button');
  button.type = 'button';
  button.innerHTML = `${pencil}Edit page`;
  bar.append(button);
  document.body.append(bar);

  const show = async (isOn: boolean) => {
    button.setAttribute('aria-pressed', String(isOn));
    sessionStorage.setItem(pageEditingKeys.isOn, String(isOn));
    for (const outdated of all('.edit-frame, .edit-bar > a')) outdated.remove();
    if (isOn) await addLinks(bar, button);
  };
  button.addEventListener('click', () => show(button.getAttribute('aria-pressed') !== 'true'));
  if (one('[data-coming-soon]')) void addSteps(bar);
  const ready = show(sessionStorage.getItem(pageEditingKeys.isOn) === 'true');
  void restorePosition(ready);
}

/** Scrolls to the section of the editor that was just closed; the browser would restore the editor's scroll position. */
async function restorePosition(ready: Promise<void>): Promise<void> {
  const section = sessionStorage.getItem(pageEditingKeys.section);
  sessionStorage.removeItem(pageEditingKeys.section);
  if (section === null) return;
  document.getElementById(section)?.scrollIntoView();
  await ready;
  one(`#${section} .edit-frame > a`)?.focus({ preventScroll: true });
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

async function addLinks(bar: HTMLElement, button: HTMLElement): Promise<void> {
  const content = await loadPageContent();
  // Editing was toggled during the request.
  if (button.getAttribute('aria-pressed') !== 'true' || all('a', bar).length > 0) return;
  if (!content) return bar.append(link('Sign in again to edit', '/#/login'));
  for (const part of editables(content)) part.element.prepend(frame(part));
  bar.append(link('Edit menu', menuUrl));
}

/** Creates an overlay that lets clicks through, except on the link in its corner. */
function frame({ name, url, element }: Editable): HTMLElement {
  const created = document.createElement('div');
  created.className = 'edit-frame';
  if (getComputedStyle(element).position === 'static') element.style.position = 'relative';
  created.append(link(`Edit ${name}`, url));
  return created;
}

function link(text: string, url: string): HTMLElement {
  const created = document.createElement('a');
  created.href = url;
  created.innerHTML = pencil;
  created.append(text);
  return created;
}
