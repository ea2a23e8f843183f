/** True if the URL is the back office's (`#/…`); sections of the page have plain anchors (`#pricing`). */
export function isAdminHash(): boolean {
  return /^#\/./.test(location.hash);
}

/** Replaces the landing page with the back office. */
export async function showAdmin(loader: HTMLElement): Promise<void> {
  const { admin = '', adminStyles = '[]' } = loader.dataset;
  const styles: string[] = JSON.parse(adminStyles);
  await Promise.all(styles.map(loadStyles));
  const root = document.createElement('div');
  root.id = 'admin';
  document.body.replaceChildren(root);
  // Keep the page's styles disabled in the document: the back office's preview uses them.
  for (const id of ['styles', 'theme']) document.getElementById(id)?.setAttribute('media', 'not all');
  await import(/* @vite-ignore */ admin);
}

function loadStyles(url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  document.head.append(link);
  // The back office works without styles, so continue after an error.
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
  });
}
