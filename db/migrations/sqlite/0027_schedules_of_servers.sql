ALTER TABLE `health_monitors` ADD `period_seconds` integer;--> statement-breakpoint
ALTER TABLE `health_monitors` ADD `cron` text;--> statement-breakpoint
ALTER TABLE `health_monitors` ADD `time_zone` text;