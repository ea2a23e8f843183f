CREATE TABLE `mail_leases` (
	`key` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
