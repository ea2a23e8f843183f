CREATE TABLE `health_blind_times` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	`seen_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `health_blind_times_from` ON `health_blind_times` (`from_at`);--> statement-breakpoint
ALTER TABLE `checks` ADD `repeat_of` text;--> statement-breakpoint
ALTER TABLE `health_watch` ADD `watchdog_at` integer;--> statement-breakpoint
ALTER TABLE `health_watch` ADD `watchdog_ok_at` integer;--> statement-breakpoint
ALTER TABLE `health_watch` ADD `watchdog_problem` text;