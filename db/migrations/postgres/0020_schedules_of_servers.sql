ALTER TABLE "health_monitors" ADD COLUMN "period_seconds" integer;--> statement-breakpoint
ALTER TABLE "health_monitors" ADD COLUMN "cron" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "health_monitors" ADD COLUMN "time_zone" text COLLATE "C";