CREATE TABLE "mail_leases" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
