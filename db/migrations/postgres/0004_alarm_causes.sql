ALTER TABLE "companies" ADD COLUMN "time_zone" text COLLATE "C" DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "health_flips" ADD COLUMN "cause" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "health_flips" ADD COLUMN "exit_code" integer;--> statement-breakpoint
ALTER TABLE "health_flips" ADD COLUMN "detail" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "health_flips" ADD COLUMN "since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "health_monitors" ADD COLUMN "expected_run_seconds" integer;--> statement-breakpoint
ALTER TABLE "health_monitors" ADD COLUMN "held_until" timestamp (3) with time zone;