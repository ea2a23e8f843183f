CREATE TABLE `alarm_rotas` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`time_zone` text NOT NULL,
	`turns` text NOT NULL,
	`overrides` text NOT NULL,
	`calendar` text,
	`calendar_host` text,
	`calendar_text` text,
	`calendar_events` text,
	`calendar_read_at` integer,
	`calendar_problem` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_rotas_name` ON `alarm_rotas` (`name`);