CREATE TABLE `status_incident_servers` (
	`incident_id` integer NOT NULL,
	`client_id` integer NOT NULL,
	`outage_at` integer,
	`is_removed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`incident_id`, `client_id`),
	FOREIGN KEY (`incident_id`) REFERENCES `status_incidents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_incident_servers_client` ON `status_incident_servers` (`client_id`,`outage_at`);--> statement-breakpoint
CREATE TABLE `status_incidents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`outage_key` text,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`is_draft` integer NOT NULL,
	`is_discarded` integer DEFAULT false NOT NULL,
	`started_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `status_incidents_outage` ON `status_incidents` (`outage_key`);--> statement-breakpoint
CREATE INDEX `status_incidents_started` ON `status_incidents` (`started_at`);--> statement-breakpoint
CREATE TABLE `status_updates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`incident_id` integer NOT NULL,
	`state` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `status_incidents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_updates_incident` ON `status_updates` (`incident_id`,`id`);