CREATE TABLE `page_layouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`section_order` text DEFAULT '' NOT NULL,
	`hidden_sections` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE `companies` ADD `dark_logo` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `second_color` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `typeface` text DEFAULT 'bricolage' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `corners` text DEFAULT 'soft' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `density` text DEFAULT 'airy' NOT NULL;--> statement-breakpoint
ALTER TABLE `images` ADD `file_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `images` ADD `focus_x` integer;--> statement-breakpoint
ALTER TABLE `images` ADD `focus_y` integer;--> statement-breakpoint
ALTER TABLE `images` ADD `alt_text` text;--> statement-breakpoint
CREATE INDEX `images_library` ON `images` (`created_at`,`hash`,`file_name`,`alt_text`);--> statement-breakpoint
CREATE INDEX `clients_home_page` ON `clients` (`show_on_home_page`,`display_order`);