CREATE TABLE `release_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`release_id` integer NOT NULL,
	`record` text NOT NULL,
	`action` text NOT NULL,
	`is_order` integer NOT NULL,
	`row_id` integer NOT NULL,
	`is_new` integer NOT NULL,
	`values` text NOT NULL,
	`base` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`at` integer NOT NULL,
	`user_id` integer,
	`user_name` text NOT NULL,
	FOREIGN KEY (`release_id`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `release_changes_row` ON `release_changes` (`release_id`,`record`,`is_order`,`row_id`);--> statement-breakpoint
CREATE TABLE `release_comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`change_id` integer NOT NULL,
	`at` integer NOT NULL,
	`user_id` integer,
	`user_name` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`change_id`) REFERENCES `release_changes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `release_comments_change` ON `release_comments` (`change_id`);--> statement-breakpoint
CREATE TABLE `release_previews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`release_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_name` text NOT NULL,
	FOREIGN KEY (`release_id`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `release_previews_token` ON `release_previews` (`token_hash`);--> statement-breakpoint
CREATE INDEX `release_previews_release` ON `release_previews` (`release_id`);--> statement-breakpoint
CREATE TABLE `releases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`user_id` integer,
	`user_name` text NOT NULL,
	`publish_at` integer,
	`time_zone` text DEFAULT '' NOT NULL,
	`published_at` integer,
	`published_revision` integer,
	`problem` text DEFAULT '' NOT NULL,
	`edits` integer DEFAULT 0 NOT NULL,
	`notice` text DEFAULT 'none' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `releases_due` ON `releases` (`state`,`publish_at`);--> statement-breakpoint
CREATE INDEX `releases_notice` ON `releases` (`notice`);