CREATE TABLE `status_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`update_id` integer NOT NULL,
	`subscriber_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`mailed_at` integer,
	FOREIGN KEY (`update_id`) REFERENCES `status_updates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscriber_id`) REFERENCES `status_subscribers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `status_mails_subscriber` ON `status_mails` (`subscriber_id`,`update_id`);--> statement-breakpoint
CREATE INDEX `status_mails_update` ON `status_mails` (`update_id`);--> statement-breakpoint
CREATE INDEX `status_mails_open` ON `status_mails` (`mailed_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `status_mails_created` ON `status_mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `status_subscribers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`token` text NOT NULL,
	`asked_at` integer NOT NULL,
	`asked_mail_at` integer,
	`confirmation_mails` integer DEFAULT 1 NOT NULL,
	`mail_attempts` integer DEFAULT 0 NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `status_subscribers_email` ON `status_subscribers` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `status_subscribers_token` ON `status_subscribers` (`token`);--> statement-breakpoint
CREATE INDEX `status_subscribers_confirmed` ON `status_subscribers` (`confirmed_at`,`asked_at`);--> statement-breakpoint
ALTER TABLE `status_updates` ADD `mails_stored_to` integer;--> statement-breakpoint
CREATE INDEX `status_updates_mails` ON `status_updates` (`mails_stored_to`);