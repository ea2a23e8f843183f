CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` integer,
	`user_name` text NOT NULL,
	`role` text,
	`ip` text NOT NULL,
	`request_id` text NOT NULL,
	`section` text NOT NULL,
	`action` text NOT NULL,
	`record` text,
	`record_id` text,
	`outcome` text NOT NULL,
	`fields` text DEFAULT '' NOT NULL,
	`search` text DEFAULT '' NOT NULL,
	`changes` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_at` ON `audit_entries` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_user` ON `audit_entries` (`user_name`,`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_section` ON `audit_entries` (`section`,`at`);