CREATE TABLE `alarm_incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`open_key` text NOT NULL,
	`telephony_client_id` integer,
	`policy_id` integer,
	`title` text NOT NULL,
	`opened_at` integer NOT NULL,
	`resolved_at` integer,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`snoozed_until` integer,
	`link_key` text NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`step_at` integer,
	FOREIGN KEY (`telephony_client_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`policy_id`) REFERENCES `alarm_policies`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_incidents_open_key` ON `alarm_incidents` (`open_key`);--> statement-breakpoint
CREATE INDEX `alarm_incidents_step` ON `alarm_incidents` (`step_at`);--> statement-breakpoint
CREATE INDEX `alarm_incidents_open` ON `alarm_incidents` (`resolved_at`,`opened_at`);--> statement-breakpoint
CREATE INDEX `alarm_incidents_account` ON `alarm_incidents` (`telephony_client_id`,`opened_at`);--> statement-breakpoint
CREATE TABLE `alarm_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`incident_id` integer NOT NULL,
	`event_key` text NOT NULL,
	`recipient` text NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`at` integer NOT NULL,
	`is_held_back` integer DEFAULT false NOT NULL,
	`summary_at` integer,
	`answered_at` integer,
	FOREIGN KEY (`incident_id`) REFERENCES `alarm_incidents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_notices_event` ON `alarm_notices` (`event_key`,`recipient`);--> statement-breakpoint
CREATE INDEX `alarm_notices_incident` ON `alarm_notices` (`incident_id`);--> statement-breakpoint
CREATE INDEX `alarm_notices_recipient` ON `alarm_notices` (`recipient`,`at`);--> statement-breakpoint
CREATE INDEX `alarm_notices_summary` ON `alarm_notices` (`summary_at`);--> statement-breakpoint
CREATE TABLE `alarm_incident_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`incident_id` integer NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`who` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`once_key` text,
	FOREIGN KEY (`incident_id`) REFERENCES `alarm_incidents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alarm_incident_entries_incident` ON `alarm_incident_entries` (`incident_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_incident_entries_once` ON `alarm_incident_entries` (`once_key`);--> statement-breakpoint
CREATE TABLE `alarm_incident_servers` (
	`incident_id` integer NOT NULL,
	`client_id` integer NOT NULL,
	`event_key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`news` text NOT NULL,
	`back_at` integer,
	FOREIGN KEY (`incident_id`) REFERENCES `alarm_incidents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alarm_incident_servers_incident` ON `alarm_incident_servers` (`incident_id`);--> statement-breakpoint
CREATE INDEX `alarm_incident_servers_client` ON `alarm_incident_servers` (`client_id`,`at`);--> statement-breakpoint
CREATE INDEX `alarm_incident_servers_back` ON `alarm_incident_servers` (`back_at`);--> statement-breakpoint
CREATE TABLE `alarm_policies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`steps` text NOT NULL,
	`repeats` integer DEFAULT 0 NOT NULL,
	`repeat_minutes` integer DEFAULT 30 NOT NULL,
	`quiet` text,
	`max_per_hour` integer,
	`is_drilled` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_policy_scopes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`policy_id` integer NOT NULL,
	`kind` text NOT NULL,
	`target_id` integer NOT NULL,
	FOREIGN KEY (`policy_id`) REFERENCES `alarm_policies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_policy_scopes_target` ON `alarm_policy_scopes` (`kind`,`target_id`);--> statement-breakpoint
CREATE INDEX `alarm_policy_scopes_policy` ON `alarm_policy_scopes` (`policy_id`);