CREATE TABLE `job_schedules` (
	`name` text PRIMARY KEY NOT NULL,
	`every_seconds` integer NOT NULL,
	`next_at` integer NOT NULL,
	`last_at` integer
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `priority` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `parked_at` integer;