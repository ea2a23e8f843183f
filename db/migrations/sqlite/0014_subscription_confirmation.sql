ALTER TABLE `subscribers` ADD `needs_confirmation` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `confirmation_due_at` integer;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `confirmation_mailed_at` integer;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `confirmation_mails` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `consent_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `consent_version` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `consented_at` integer;