CREATE TABLE `check_hours` (
	`check_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`attempts` integer NOT NULL,
	`failures` integer NOT NULL,
	`total_ms` integer NOT NULL,
	`max_ms` integer NOT NULL,
	PRIMARY KEY(`check_id`, `hour`),
	FOREIGN KEY (`check_id`) REFERENCES `checks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `check_results` (
	`check_id` integer NOT NULL,
	`at` integer NOT NULL,
	`is_ok` integer NOT NULL,
	`latency_ms` integer NOT NULL,
	PRIMARY KEY(`check_id`, `at`),
	FOREIGN KEY (`check_id`) REFERENCES `checks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` integer NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`secrets` text,
	`host` text NOT NULL,
	`every_seconds` integer NOT NULL,
	`timeout_ms` integer NOT NULL,
	`failures` integer NOT NULL,
	`attempts` integer NOT NULL,
	`is_active` integer NOT NULL,
	`due_at` integer,
	`status` text DEFAULT 'new' NOT NULL,
	`status_since` integer NOT NULL,
	`checked_at` integer,
	`latency_ms` integer,
	`reason` text DEFAULT '' NOT NULL,
	`recent` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `checks_due` ON `checks` (`due_at`);--> statement-breakpoint
CREATE INDEX `checks_client` ON `checks` (`client_id`,`status`);