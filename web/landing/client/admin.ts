/** Takes the landing page out of the document and starts the back office in its place. */
export function showAdmin(): void {}
