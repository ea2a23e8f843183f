ALTER TABLE `board_cards` ADD `activity_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `board_cards_activity` ON `board_cards` (`list_id`,`activity_at`,`id`);--> statement-breakpoint
CREATE INDEX `board_cards_created` ON `board_cards` (`list_id`,`id`);--> statement-breakpoint
UPDATE `board_cards` SET `activity_at` = `date`;--> statement-breakpoint
UPDATE `boards` SET `read_activity` = NULL;
