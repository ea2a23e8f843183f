CREATE TABLE `content_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`revision` integer NOT NULL,
	`record` text NOT NULL,
	`row_id` integer NOT NULL,
	`action` text NOT NULL,
	`cause` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` integer,
	`user_name` text NOT NULL,
	`version` integer NOT NULL,
	`position` integer NOT NULL,
	`values` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `content_history_row` ON `content_history` (`record`,`row_id`,`id`);--> statement-breakpoint
CREATE INDEX `content_history_record` ON `content_history` (`record`,`id`);--> statement-breakpoint
CREATE INDEX `content_history_action` ON `content_history` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `content_history_revision` ON `content_history` (`revision`);--> statement-breakpoint
CREATE INDEX `content_history_at` ON `content_history` (`at`);--> statement-breakpoint
CREATE TABLE `open_forms` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`user_name` text NOT NULL,
	`record` text NOT NULL,
	`row_id` integer NOT NULL,
	`field` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `open_forms_row` ON `open_forms` (`record`,`row_id`,`at`);--> statement-breakpoint
CREATE INDEX `open_forms_at` ON `open_forms` (`at`);