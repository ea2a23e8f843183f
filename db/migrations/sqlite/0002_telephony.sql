CREATE TABLE `telephony_clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`client_name` text DEFAULT '' NOT NULL,
	`project_name` text NOT NULL,
	`twilio_phone_number` text NOT NULL,
	`phone_number` text NOT NULL,
	`account_sid` text NOT NULL,
	`auth_token` text NOT NULL,
	`is_default` integer NOT NULL,
	`credentials` text DEFAULT 'unchecked' NOT NULL,
	`credentials_problem` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `telephony_contacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`friendly_name` text NOT NULL,
	`twilio_phone_number` text NOT NULL,
	`problem_code` integer,
	`problem` text,
	`problem_at` integer,
	FOREIGN KEY (`parent_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `telephony_contacts_number` ON `telephony_contacts` (`parent_id`,`twilio_phone_number`);--> statement-breakpoint
CREATE TABLE `telephony_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`telephony_client_id` integer,
	`contact_id` integer,
	`event_key` text,
	`from_number` text NOT NULL,
	`request_from` text DEFAULT '' NOT NULL,
	`to_number` text NOT NULL,
	`account_sid` text NOT NULL,
	`message_sid` text,
	`status` text NOT NULL,
	`rank` integer NOT NULL,
	`created_on` integer NOT NULL,
	`delivery` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempted_at` integer,
	`handled_at` integer,
	`looked_up_at` integer,
	`segments` integer,
	`body` text,
	`response` text,
	`error` text,
	FOREIGN KEY (`telephony_client_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contact_id`) REFERENCES `telephony_contacts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `telephony_messages_event` ON `telephony_messages` (`event_key`,`contact_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `telephony_messages_sid` ON `telephony_messages` (`message_sid`);--> statement-breakpoint
CREATE INDEX `telephony_messages_created` ON `telephony_messages` (`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_client` ON `telephony_messages` (`telephony_client_id`,`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_from` ON `telephony_messages` (`from_number`,`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_request` ON `telephony_messages` (`request_from`,`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_to` ON `telephony_messages` (`to_number`,`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_account` ON `telephony_messages` (`account_sid`,`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_status` ON `telephony_messages` (`status`,`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_delivery` ON `telephony_messages` (`delivery`,`created_on`);--> statement-breakpoint
CREATE INDEX `telephony_messages_contact` ON `telephony_messages` (`contact_id`);--> statement-breakpoint
CREATE TABLE `telephony_opt_outs` (
	`telephony_client_id` integer NOT NULL,
	`phone_number` text NOT NULL,
	`opted_out_at` integer NOT NULL,
	PRIMARY KEY(`telephony_client_id`, `phone_number`),
	FOREIGN KEY (`telephony_client_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `telephony_syncs` (
	`telephony_client_id` integer PRIMARY KEY NOT NULL,
	`complete_until` integer,
	`started_at` integer,
	`reads_from` integer,
	`next_page` text,
	`rows` integer DEFAULT 0 NOT NULL,
	`last_success_at` integer,
	`last_error` text,
	FOREIGN KEY (`telephony_client_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
