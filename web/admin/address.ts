/** True for addresses of the back office (`#/…`); other addresses belong to the public page. */
function isAdminAddress(): boolean {
  return /^#\/./.test(location.hash);
}

/**
 * Reloads the document when the address becomes one of the public page, which needs a document without the back office.
 * Call this before creating the router, which would otherwise handle `#features` as one of its own addresses.
 */
export function reloadForPublicPage(): void {
  for (const name of ['popstate', 'hashchange']) {
    window.addEventListener(name, (event) => {
      if (isAdminAddress()) return;
      event.stopImmediatePropagation();
      location.reload();
    });
  }
}
