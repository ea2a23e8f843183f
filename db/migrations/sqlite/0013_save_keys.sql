CREATE TABLE `save_keys` (
	`user_id` integer NOT NULL,
	`key_hash` text NOT NULL,
	`fingerprint` text NOT NULL,
	`row_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
