CREATE TABLE `address_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `contact_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`icon` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `address_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_lines_parent` ON `contact_lines` (`parent_id`);--> statement-breakpoint
CREATE TABLE `client_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`name` text NOT NULL,
	`display_order` integer NOT NULL,
	`health_code` text DEFAULT '' NOT NULL,
	`check_interval` text DEFAULT 'none' NOT NULL,
	`telephony_client_id` integer,
	`logo` text,
	`show_on_home_page` integer NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `client_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `clients_parent` ON `clients` (`parent_id`);--> statement-breakpoint
CREATE INDEX `clients_health_code` ON `clients` (`health_code`);--> statement-breakpoint
CREATE TABLE `companies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`email` text NOT NULL,
	`city` text NOT NULL,
	`zip` text NOT NULL,
	`contact_number` text NOT NULL,
	`copyright_text` text NOT NULL,
	`logo` text
);
--> statement-breakpoint
CREATE TABLE `company_social_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`site` text NOT NULL,
	`link` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `company_social_links_parent` ON `company_social_links` (`parent_id`);--> statement-breakpoint
CREATE TABLE `content_revision` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `customer_feedback` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_feedback_parent` ON `customer_feedback` (`parent_id`);--> statement-breakpoint
CREATE TABLE `customer_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`designation` text NOT NULL,
	`photo` text,
	FOREIGN KEY (`parent_id`) REFERENCES `customer_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customers_parent` ON `customers` (`parent_id`);--> statement-breakpoint
CREATE TABLE `descriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`background_image` text,
	`side` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fact_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `facts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`label` text NOT NULL,
	`count` integer NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `fact_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `facts_parent` ON `facts` (`parent_id`);--> statement-breakpoint
CREATE TABLE `feature_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `feature_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`icon` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `feature_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `feature_items_parent` ON `feature_items` (`parent_id`);--> statement-breakpoint
CREATE TABLE `hero_buttons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`text` text NOT NULL,
	`link` text NOT NULL,
	`color` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `heroes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hero_buttons_parent` ON `hero_buttons` (`parent_id`);--> statement-breakpoint
CREATE TABLE `heroes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`description` text NOT NULL,
	`video_link` text DEFAULT '' NOT NULL,
	`logo` text,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `image_variants` (
	`hash` text NOT NULL,
	`width` integer NOT NULL,
	`format` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`hash`, `width`, `format`),
	FOREIGN KEY (`hash`) REFERENCES `images`(`hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `images` (
	`hash` text PRIMARY KEY NOT NULL,
	`format` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `inbox_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`message` text NOT NULL,
	`received_at` integer NOT NULL,
	`read_at` integer,
	`mailed_at` integer,
	`mail_error` text,
	`mail_attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `inbox_messages_received` ON `inbox_messages` (`received_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`data` text NOT NULL,
	`dedupe_key` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`run_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_dedupe` ON `jobs` (`name`,`dedupe_key`);--> statement-breakpoint
CREATE TABLE `maps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`embed` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `menu_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`text` text NOT NULL,
	`link` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `presentation_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `presentation_videos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`link` text NOT NULL,
	`poster` text,
	FOREIGN KEY (`parent_id`) REFERENCES `presentation_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `presentation_videos_parent` ON `presentation_videos` (`parent_id`);--> statement-breakpoint
CREATE TABLE `plan_features` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `plan_features_parent` ON `plan_features` (`parent_id`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`title` text NOT NULL,
	`cost` text NOT NULL,
	`image` text,
	`button_text` text NOT NULL,
	`button_link` text NOT NULL,
	`tag_value` text NOT NULL,
	`is_best_price` integer NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `pricing_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `plans_parent` ON `plans` (`parent_id`);--> statement-breakpoint
CREATE TABLE `pricing_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `project_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `projects` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`background_image` text,
	FOREIGN KEY (`parent_id`) REFERENCES `project_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `projects_parent` ON `projects` (`parent_id`);--> statement-breakpoint
CREATE TABLE `promos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `service_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `service_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`icon` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `service_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `service_items_parent` ON `service_items` (`parent_id`);--> statement-breakpoint
CREATE TABLE `subscribe_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `subscribers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`token` text NOT NULL,
	`subscribed_at` integer NOT NULL,
	`unsubscribed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_email` ON `subscribers` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_token` ON `subscribers` (`token`);--> statement-breakpoint
CREATE TABLE `member_social_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`site` text NOT NULL,
	`link` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `member_social_links_parent` ON `member_social_links` (`parent_id`);--> statement-breakpoint
CREATE TABLE `team_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `team_members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`parent_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`designation` text NOT NULL,
	`description` text NOT NULL,
	`photo` text,
	FOREIGN KEY (`parent_id`) REFERENCES `team_headings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `team_members_parent` ON `team_members` (`parent_id`);--> statement-breakpoint
CREATE TABLE `touch_headings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`is_active` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`sub_title` text NOT NULL,
	`background_image` text
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`download_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_download` ON `sessions` (`download_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_name` text NOT NULL,
	`user_name_key` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`telephony_client_id` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_user_name` ON `users` (`user_name_key`);