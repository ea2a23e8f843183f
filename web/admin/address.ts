/** True for the back office's addresses (`#/…`); all others are the public page's. */
export function isAdminAddress(): boolean {
  return /^#\/./.test(location.hash);
}

/**
 * Loads the public page as soon as the address becomes one of its: only a new document shows it.
 * To be called before the router is created, which would else take `#features` for one of its own addresses.
 */
export function leaveWithAddress(): void {
  for (const name of ['popstate', 'hashchange']) {
    window.addEventListener(name, (event) => {
      if (isAdminAddress()) return;
      event.stopImmediatePropagation();
      location.reload();
    });
  }
}
