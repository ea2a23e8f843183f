export interface JobQueue { x: number }
