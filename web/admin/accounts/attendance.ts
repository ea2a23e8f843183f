/** Without input for this long, nobody is taken to be at the screen. */
const presentMs = 60_000;

const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'input'] as const;

// A person has opened the page.
let lastInputAt = Date.now();
let lastRequestAt = Date.now();

/** True while a person is at the screen. Requests tell the server, so that polling does not keep a session alive. */
export function isAttended(): boolean {
  return Date.now() - lastInputAt < presentMs;
}

/** Notes that a request with the session is sent. */
export function noteRequest(): void {
  lastRequestAt = Date.now();
}

/**
 * Follows the person's input. Calls `keepSession` at an input after which no request was sent for a minute: writing a long
 * text is a use of the session too.
 */
export function followInput(keepSession: () => void): void {
  const note = () => {
    lastInputAt = Date.now();
    if (lastInputAt - lastRequestAt < presentMs) return;
    lastRequestAt = lastInputAt;
    keepSession();
  };
  for (const name of inputEvents) window.addEventListener(name, note, { capture: true, passive: true });
}
