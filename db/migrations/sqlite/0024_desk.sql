CREATE TABLE `desk_visits` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL,
	`previous_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `ping_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`pings` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `record_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `health_monitors_status` ON `health_monitors` (`status`,`status_since`);