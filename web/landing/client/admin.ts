/** True for the back office's addresses (`#/…`); the public page's are sections (`#pricing`). */
export function isAdminAddress(): boolean {
  return /^#\/./.test(location.hash);
}

/** Takes the landing page out of the document and starts the back office in its place. */
export async function showAdmin(loader: HTMLElement): Promise<void> {
  const { admin = '', adminStyles = '[]' } = loader.dataset;
  const styles: string[] = JSON.parse(adminStyles);
  await Promise.all(styles.map(loadStyles));
  const root = document.createElement('div');
  root.id = 'admin';
  document.body.replaceChildren(root);
  // Kept, out of use, for the back office's preview of the page.
  document.getElementById('styles')?.setAttribute('media', 'not all');
  await import(/* @vite-ignore */ admin);
}

function loadStyles(address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  document.head.append(link);
  // Without its styles the back office is plain but works, so an error does not stop it.
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
  });
}
