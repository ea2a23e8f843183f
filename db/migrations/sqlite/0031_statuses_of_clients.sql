DROP INDEX `telephony_messages_client_status`;--> statement-breakpoint
CREATE INDEX `telephony_messages_client` ON `telephony_messages` (`telephony_client_id`,`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_client_status` ON `telephony_messages` (`telephony_client_id`,`status`,`created_on`);