CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"public_key" text COLLATE "C" NOT NULL,
	"sealed" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
