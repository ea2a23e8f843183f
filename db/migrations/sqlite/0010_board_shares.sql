CREATE TABLE `board_shares` (
	`board_id` integer NOT NULL,
	`telephony_client_id` integer NOT NULL,
	PRIMARY KEY(`board_id`, `telephony_client_id`),
	FOREIGN KEY (`board_id`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`telephony_client_id`) REFERENCES `telephony_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_shares_client` ON `board_shares` (`telephony_client_id`);--> statement-breakpoint
ALTER TABLE `boards` ADD `problem` text;--> statement-breakpoint
ALTER TABLE `boards` ADD `problem_at` integer;