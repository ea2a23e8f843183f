import { pageEditingKeys } from '../../../contract/page-editing.ts';
import styles from './edit.css?inline';
import { type Editable, editables, loadShownContent, menuAddress } from './edit-links.ts';
import { all, one } from './elements.ts';

const pencil =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m4 13.5-.8 3.3 3.3-.8L16 6.5 13.5 4zM11.5 6l2.5 2.5"/></svg>';

/** Gives an admin a button that outlines what can be edited, each part with a link to its panel. */
export function offerEditing(): void {
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
    for (const old of all('.edit-frame, .edit-bar > a')) old.remove();
    if (isOn) await addLinks(bar, button);
  };
  button.addEventListener('click', () => show(button.getAttribute('aria-pressed') !== 'true'));
  const isShown = show(sessionStorage.getItem(pageEditingKeys.isOn) === 'true');
  void comeBack(isShown);
}

/** Goes to the section whose panel was left a moment ago; the browser would show what the panel was scrolled to. */
async function comeBack(isShown: Promise<void>): Promise<void> {
  const section = sessionStorage.getItem(pageEditingKeys.section);
  sessionStorage.removeItem(pageEditingKeys.section);
  if (section === null) return;
  document.getElementById(section)?.scrollIntoView();
  await isShown;
  one(`#${section} .edit-frame > a`)?.focus({ preventScroll: true });
}

async function addLinks(bar: HTMLElement, button: HTMLElement): Promise<void> {
  const content = await loadShownContent();
  // Switched off, or off and on again, while the server answered.
  if (button.getAttribute('aria-pressed') !== 'true' || all('a', bar).length > 0) return;
  if (!content) return bar.append(link('Sign in again to edit', '/#/login'));
  for (const part of editables(content)) part.element.prepend(frame(part));
  bar.append(link('Edit menu', menuAddress));
}

/** Lies over its part of the page and lets clicks through, but for the link in its corner. */
function frame({ name, address, element }: Editable): HTMLElement {
  const made = document.createElement('div');
  made.className = 'edit-frame';
  if (getComputedStyle(element).position === 'static') element.style.position = 'relative';
  made.append(link(`Edit ${name}`, address));
  return made;
}

function link(text: string, address: string): HTMLElement {
  const made = document.createElement('a');
  made.href = address;
  made.innerHTML = pencil;
  made.append(text);
  return made;
}
