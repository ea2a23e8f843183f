CREATE TABLE `job_minutes` (
	`minute` integer PRIMARY KEY NOT NULL,
	`completed` integer NOT NULL,
	`failed` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_queue` (
	`id` integer PRIMARY KEY NOT NULL,
	`is_paused` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `worker_processes` (
	`id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`last_job_at` integer
);
