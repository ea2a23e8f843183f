/** Id of the element of a row of the outline. */
export function rowId(id: string): string {
  return `outline ${id}`.replaceAll(' ', '-');
}

/** The element of a row of the outline. */
export function rowElement(id: string): HTMLElement | null {
  return document.getElementById(rowId(id));
}
