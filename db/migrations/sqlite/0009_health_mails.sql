CREATE TABLE `health_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_key` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`mailed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `health_mails_event` ON `health_mails` (`event_key`);--> statement-breakpoint
CREATE INDEX `health_mails_open` ON `health_mails` (`mailed_at`,`created_at`);