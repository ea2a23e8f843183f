CREATE TABLE `alarm_channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`telephony_client_id` integer,
	`contact_id` integer,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`target` text NOT NULL,
	`sealed` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`proven_at` integer,
	`tested_at` integer,
	`test_code_hash` text,
	`problem` text,
	`problem_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`telephony_client_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `telephony_contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alarm_channels_contact` ON `alarm_channels` (`contact_id`,`position`);--> statement-breakpoint
CREATE INDEX `alarm_channels_account` ON `alarm_channels` (`telephony_client_id`);--> statement-breakpoint
CREATE TABLE `alarm_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_key` text NOT NULL,
	`recipient` text NOT NULL,
	`place` integer NOT NULL,
	`channel_id` integer,
	`contact_id` integer,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`content` text NOT NULL,
	`state` text NOT NULL,
	`due_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempted_at` integer,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	`problem` text,
	`may_be_repeated` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `alarm_channels`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contact_id`) REFERENCES `telephony_contacts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_deliveries_place` ON `alarm_deliveries` (`event_key`,`recipient`,`place`);--> statement-breakpoint
CREATE INDEX `alarm_deliveries_due` ON `alarm_deliveries` (`due_at`);--> statement-breakpoint
CREATE INDEX `alarm_deliveries_channel` ON `alarm_deliveries` (`channel_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `alarm_deliveries_contact` ON `alarm_deliveries` (`contact_id`);--> statement-breakpoint
CREATE INDEX `alarm_deliveries_created` ON `alarm_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `alarm_groups` (
	`group_key` text NOT NULL,
	`client_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`group_key`, `client_id`),
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alarm_groups_client` ON `alarm_groups` (`client_id`,`at`);--> statement-breakpoint
CREATE INDEX `alarm_groups_at` ON `alarm_groups` (`at`);--> statement-breakpoint
CREATE TABLE `monitor_channels` (
	`client_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	PRIMARY KEY(`client_id`, `channel_id`),
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`channel_id`) REFERENCES `alarm_channels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `monitor_channels_channel` ON `monitor_channels` (`channel_id`);--> statement-breakpoint
CREATE TABLE `monitor_parents` (
	`client_id` integer NOT NULL,
	`parent_id` integer NOT NULL,
	PRIMARY KEY(`client_id`, `parent_id`),
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `monitor_parents_parent` ON `monitor_parents` (`parent_id`);--> statement-breakpoint
CREATE TABLE `health_blind_times` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	`told_at` integer,
	`seen_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `health_blind_times_from` ON `health_blind_times` (`from_at`);--> statement-breakpoint
DROP INDEX `health_monitors_status`;--> statement-breakpoint
CREATE INDEX `health_monitors_not_online` ON `health_monitors` (`status`,`status_since`) WHERE "health_monitors"."status" <> 'online';--> statement-breakpoint
ALTER TABLE `checks` ADD `repeat_of` text;--> statement-breakpoint
ALTER TABLE `health_watch` ADD `watchdog_at` integer;--> statement-breakpoint
ALTER TABLE `health_watch` ADD `watchdog_ok_at` integer;--> statement-breakpoint
ALTER TABLE `health_watch` ADD `watchdog_problem` text;