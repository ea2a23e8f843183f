CREATE TABLE `board_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`board_id` integer NOT NULL,
	`list_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`url` text DEFAULT '' NOT NULL,
	`date` integer NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`label_ids` text NOT NULL,
	`values` text NOT NULL,
	`seen_in` integer NOT NULL,
	FOREIGN KEY (`board_id`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_cards_list` ON `board_cards` (`list_id`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `board_cards_board` ON `board_cards` (`board_id`,`seen_in`);--> statement-breakpoint
CREATE TABLE `board_categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `board_categories_name` ON `board_categories` (`name_key`);--> statement-breakpoint
CREATE TABLE `board_category_labels` (
	`category_id` integer NOT NULL,
	`label_id` text NOT NULL,
	PRIMARY KEY(`category_id`, `label_id`),
	FOREIGN KEY (`category_id`) REFERENCES `board_categories`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`label_id`) REFERENCES `board_labels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_category_labels_label` ON `board_category_labels` (`label_id`);--> statement-breakpoint
CREATE TABLE `board_fields` (
	`id` text PRIMARY KEY NOT NULL,
	`board_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`seen_in` integer NOT NULL,
	FOREIGN KEY (`board_id`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_fields_board` ON `board_fields` (`board_id`);--> statement-breakpoint
CREATE TABLE `board_labels` (
	`id` text PRIMARY KEY NOT NULL,
	`board_id` integer NOT NULL,
	`name` text NOT NULL,
	`colour` text DEFAULT '' NOT NULL,
	`seen_in` integer NOT NULL,
	FOREIGN KEY (`board_id`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_labels_board` ON `board_labels` (`board_id`);--> statement-breakpoint
CREATE TABLE `board_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`board_id` integer NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`seen_in` integer NOT NULL,
	FOREIGN KEY (`board_id`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_lists_board` ON `board_lists` (`board_id`);--> statement-breakpoint
CREATE TABLE `board_sync` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text DEFAULT 'idle' NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`started_at` integer,
	`alive_at` integer,
	`boards_done` integer DEFAULT 0 NOT NULL,
	`boards_total` integer DEFAULT 0 NOT NULL,
	`current_board` text,
	`succeeded_at` integer,
	`last_error` text,
	`failed_at` integer
);
--> statement-breakpoint
CREATE TABLE `boards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`trello_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`url` text DEFAULT '' NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`seen_in` integer NOT NULL,
	`read_activity` text,
	`read_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `boards_trello` ON `boards` (`trello_id`);