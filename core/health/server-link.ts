/** Address of the server's page in Schedule Tasks. */
export function serverLink({ publicUrl }: { publicUrl: string }, clientId: number): string {
  return `${publicUrl}/#/admin/schedule-tasks?list=${clientId}`;
}

/** Address of Schedule Tasks, which lists offline servers first. */
export function scheduleTasksLink({ publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/#/admin/schedule-tasks`;
}
