ALTER TABLE `companies` ADD `time_zone` text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE `health_flips` ADD `cause` text;--> statement-breakpoint
ALTER TABLE `health_flips` ADD `exit_code` integer;--> statement-breakpoint
ALTER TABLE `health_flips` ADD `detail` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `health_flips` ADD `since` integer;--> statement-breakpoint
ALTER TABLE `health_monitors` ADD `expected_run_seconds` integer;--> statement-breakpoint
ALTER TABLE `health_monitors` ADD `held_until` integer;