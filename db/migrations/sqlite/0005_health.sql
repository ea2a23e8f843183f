CREATE TABLE `health_flips` (
	`client_id` integer NOT NULL,
	`at` integer NOT NULL,
	`status` text NOT NULL,
	`previous` text NOT NULL,
	`alarm` text NOT NULL,
	PRIMARY KEY(`client_id`, `at`, `status`),
	FOREIGN KEY (`client_id`) REFERENCES `health_monitors`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `health_flips_alarm` ON `health_flips` (`alarm`,`at`);--> statement-breakpoint
CREATE INDEX `health_flips_at` ON `health_flips` (`at`);--> statement-breakpoint
CREATE TABLE `health_hits` (
	`client_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`exit_code` integer,
	`duration_milliseconds` integer,
	`method` text NOT NULL,
	`user_agent` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`client_id`, `slot`),
	FOREIGN KEY (`client_id`) REFERENCES `health_monitors`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `health_monitors` (
	`client_id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`interval` text NOT NULL,
	`is_active` integer NOT NULL,
	`is_held` integer DEFAULT false NOT NULL,
	`grace_seconds` integer,
	`status` text NOT NULL,
	`status_since` integer NOT NULL,
	`last_hit_at` integer,
	`started_at` integer,
	`hits` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`told` text DEFAULT 'online' NOT NULL,
	`alarm_at` integer,
	`remind_at` integer,
	`reminder_hours` integer DEFAULT 24 NOT NULL,
	`maintenance_from` integer,
	`maintenance_until` integer,
	`badge` text,
	`is_on_status_page` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `health_monitors_code` ON `health_monitors` (`code`);--> statement-breakpoint
CREATE INDEX `health_monitors_due` ON `health_monitors` (`due_at`);--> statement-breakpoint
CREATE INDEX `health_monitors_alarm` ON `health_monitors` (`alarm_at`);--> statement-breakpoint
CREATE INDEX `health_monitors_remind` ON `health_monitors` (`remind_at`);--> statement-breakpoint
CREATE INDEX `health_monitors_public` ON `health_monitors` (`is_on_status_page`);--> statement-breakpoint
CREATE UNIQUE INDEX `health_monitors_badge` ON `health_monitors` (`badge`);--> statement-breakpoint
CREATE TABLE `health_watch` (
	`id` integer PRIMARY KEY NOT NULL,
	`alive_at` integer NOT NULL
);
