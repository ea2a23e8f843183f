ALTER TABLE `alarm_incidents` ADD `drill_server_id` integer;--> statement-breakpoint
ALTER TABLE `alarm_policies` ADD `drill_server_id` integer REFERENCES clients(id) ON DELETE set null;