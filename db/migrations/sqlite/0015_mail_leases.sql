ALTER TABLE `health_mails` ADD `mailing_until` integer;--> statement-breakpoint
ALTER TABLE `inbox_messages` ADD `mailing_until` integer;