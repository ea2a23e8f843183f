DROP INDEX `health_monitors_due`;--> statement-breakpoint
ALTER TABLE `health_monitors` ADD `sweep_at` integer;--> statement-breakpoint
UPDATE `health_monitors` SET `sweep_at` = `due_at` WHERE `due_at` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `health_monitors_sweep` ON `health_monitors` (`sweep_at`);