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
CREATE TABLE `alarm_incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`open_key` text NOT NULL,
	`telephony_client_id` integer,
	`policy_id` integer,
	`title` text NOT NULL,
	`opened_at` integer NOT NULL,
	`resolved_at` integer,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`snoozed_until` integer,
	`link_hash` text,
	`step` integer DEFAULT 0 NOT NULL,
	`step_at` integer,
	FOREIGN KEY (`telephony_client_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`policy_id`) REFERENCES `alarm_policies`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_incidents_open_key` ON `alarm_incidents` (`open_key`);--> statement-breakpoint
CREATE INDEX `alarm_incidents_step` ON `alarm_incidents` (`step_at`);--> statement-breakpoint
CREATE INDEX `alarm_incidents_open` ON `alarm_incidents` (`resolved_at`,`opened_at`);--> statement-breakpoint
CREATE INDEX `alarm_incidents_account` ON `alarm_incidents` (`telephony_client_id`,`opened_at`);--> statement-breakpoint
CREATE TABLE `alarm_policies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`steps` text NOT NULL,
	`rounds` integer DEFAULT 1 NOT NULL,
	`quiet` text,
	`reminder_hours` integer,
	`max_per_hour` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_rotas` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`time_zone` text NOT NULL,
	`turns` text NOT NULL,
	`overrides` text NOT NULL,
	`calendar` text,
	`calendar_text` text,
	`calendar_read_at` integer,
	`calendar_problem` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_incident_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`incident_id` integer NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`who` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `alarm_incidents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alarm_incident_entries_incident` ON `alarm_incident_entries` (`incident_id`,`id`);--> statement-breakpoint
CREATE TABLE `alarm_incident_servers` (
	`incident_id` integer NOT NULL,
	`client_id` integer NOT NULL,
	`fell_at` integer NOT NULL,
	`back_at` integer,
	PRIMARY KEY(`incident_id`, `client_id`, `fell_at`),
	FOREIGN KEY (`incident_id`) REFERENCES `alarm_incidents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alarm_incident_servers_client` ON `alarm_incident_servers` (`client_id`,`fell_at`);--> statement-breakpoint
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
CREATE TABLE `alarm_policy_scopes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`policy_id` integer NOT NULL,
	`kind` text NOT NULL,
	`target_id` integer NOT NULL,
	FOREIGN KEY (`policy_id`) REFERENCES `alarm_policies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_policy_scopes_target` ON `alarm_policy_scopes` (`kind`,`target_id`);--> statement-breakpoint
CREATE INDEX `alarm_policy_scopes_policy` ON `alarm_policy_scopes` (`policy_id`);--> statement-breakpoint
DROP INDEX `health_monitors_status`;--> statement-breakpoint
CREATE INDEX `health_monitors_not_online` ON `health_monitors` (`status`,`status_since`) WHERE "health_monitors"."status" <> 'online';