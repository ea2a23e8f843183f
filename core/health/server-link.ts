/** Address of the server's page in Schedule Tasks. */
export function serverLink({ publicUrl }: { publicUrl: string }, clientId: number): string {
  return `${publicUrl}/#/admin/schedule-tasks?list=${clientId}`;
}
