import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    /** Where the focus was last, and what the place looked like. */
    focusBefore?: { element: Element; name: string; look: string };
  }
}

/** Presses of Tab after which a control counts as unreachable. */
const maxPresses = 120;

/**
 * Moves through a page by keys alone. Each place that the focus passes must be in sight, and must look different from the same
 * place without the focus.
 */
export function keyboard(page: Page) {
  const press = (...keys: readonly string[]) => pressAll(page, keys);

  /** Moves the focus by Tab, or backwards, until an element has it. */
  async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = [];
    for (let presses = 0; presses < maxPresses; presses += 1) {
      if ((await target.count()) > 0 && (await hasFocus(target.first()))) return;
      await page.keyboard.press(key);
      const { name, problem } = await page.evaluate(lookAtFocus);
      passed.push(name);
      // What has just opened, or scrolls, may still be on its way.
      if (problem !== '')
        await expect
          .poll(() => page.evaluate(lookAtFocus).then((again) => again.problem), {
            message: passed.slice(-3).join(', '),
          })
          .toBe('');
    }
    throw new Error(`Tab does not reach ${target}. Passed: ${passed.join(', ')}`);
  }

  /** Waits until an element has received the focus, in sight. */
  async function lands(target: Locator): Promise<void> {
    await target.first().waitFor();
    await expect
      .poll(async () => (await hasFocus(target.first())) || page.evaluate(lookAtFocus).then(({ name }) => name))
      .toBe(true);
    await expect.poll(() => page.evaluate(lookAtFocus).then(({ problem }) => problem)).toBe('');
  }

  /** Moves the focus to a control and presses Enter, or another key. */
  async function use(target: Locator, key = 'Enter'): Promise<void> {
    await tabTo(target);
    await page.keyboard.press(key);
  }

  return { press, tabTo, lands, use };
}

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Runs in the page: the name of the focused element, and a problem of the focus there or where the focus was before. */
function lookAtFocus(): { name: string; problem: string } {
  const lookOf = (element: Element) => {
    // A spinner never ends.
    for (const animation of element.getAnimations({ subtree: true }))
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    const drawn = [element, ...element.children, element.parentElement, element.parentElement?.parentElement];
    for (let next = element.nextElementSibling; next; next = next.nextElementSibling) drawn.push(next);
    const parts = [
      'outline',
      'boxShadow',
      'borderColor',
      'backgroundColor',
      'textDecorationLine',
      'transform',
    ] as const;
    return drawn
      .flatMap((one) => (one ? [getComputedStyle(one), getComputedStyle(one, '::after')] : []))
      .map((style) => parts.map((part) => style[part]).join(' '))
      .join('\n');
  };
  const element = document.activeElement;
  const before = window.focusBefore;
  if (!element || element === document.body) {
    delete window.focusBefore;
    return { name: 'the document', problem: '' };
  }
  const text = element.getAttribute('aria-label') || element.textContent?.trim() || element.id;
  const name = `${element.tagName.toLowerCase()} “${text.slice(0, 40)}”`;
  if (before && before.element !== element && before.element.isConnected && lookOf(before.element) === before.look)
    return { name, problem: `The focus on ${before.name} is invisible` };
  delete window.focusBefore;
  // Places that only the product focuses, such as the content of a screen, need no frame.
  if (element instanceof HTMLIFrameElement || (element instanceof HTMLElement && element.tabIndex < 0))
    return { name, problem: '' };
  window.focusBefore = { element, name, look: lookOf(element) };

  // The input of a switch has no size; its label has.
  let box: Element = element;
  while (
    box.parentElement &&
    Math.min(box.clientWidth, box.clientHeight) < 4 &&
    getComputedStyle(box).display !== 'inline'
  )
    box = box.parentElement;
  const { left, top, width, height } = box.getBoundingClientRect();
  const isInSight = [0.5, 0.1, 0.9].some((across) =>
    [0.5, 0.1, 0.9].some((down) => {
      const hit = document.elementFromPoint(left + width * across, top + height * down);
      return hit && (box.contains(hit) || (hit.contains(box) && hit !== document.body));
    }),
  );
  return { name, problem: isInSight ? '' : `The focus on ${name} is hidden` };
}
