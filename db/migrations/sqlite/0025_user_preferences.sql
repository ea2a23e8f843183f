CREATE TABLE `user_preferences` (
	`user_id` integer NOT NULL,
	`screen` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`user_id`, `screen`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
