DROP INDEX `telephony_messages_client`;--> statement-breakpoint
CREATE INDEX `telephony_messages_client_status` ON `telephony_messages` (`telephony_client_id`,`created_on`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `clients_name` ON `clients` (lower("name"));--> statement-breakpoint
CREATE INDEX `clients_account` ON `clients` (`telephony_client_id`);