CREATE TABLE `telephony_usage` (
	`telephony_client_id` integer NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`used` integer NOT NULL,
	`notified_at` integer,
	PRIMARY KEY(`telephony_client_id`, `kind`, `day`),
	FOREIGN KEY (`telephony_client_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `telephony_clients` ADD `answers_help` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `telephony_clients` ADD `tests_per_day` integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE `telephony_clients` ADD `relays_per_day` integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE `telephony_messages` ADD `provider_status` text;--> statement-breakpoint
ALTER TABLE `telephony_messages` ADD `is_undated` integer;
--> statement-breakpoint
-- Entries without a date were stored as of 1970.
UPDATE `telephony_messages` SET `is_undated` = 1 WHERE `created_on` = 0;
