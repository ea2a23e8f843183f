CREATE TABLE `status_groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`display_order` integer DEFAULT 0 NOT NULL,
	`is_shown` integer NOT NULL,
	`secret` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `status_groups_slug` ON `status_groups` (`slug`);--> statement-breakpoint
ALTER TABLE `health_monitors` ADD `status_group_id` integer REFERENCES status_groups(id);--> statement-breakpoint
CREATE INDEX `health_monitors_group` ON `health_monitors` (`status_group_id`);--> statement-breakpoint
ALTER TABLE `status_incidents` ADD `is_general` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Incidents that name no server of the page were shown on it, and still are.
UPDATE `status_incidents` SET `is_general` = 1 WHERE NOT EXISTS (
	SELECT 1 FROM `status_incident_servers`
	INNER JOIN `health_monitors` ON `health_monitors`.`client_id` = `status_incident_servers`.`client_id`
	WHERE `status_incident_servers`.`incident_id` = `status_incidents`.`id` AND `status_incident_servers`.`is_removed` = 0 AND `health_monitors`.`is_on_status_page` = 1
);