DROP INDEX "health_monitors_due";--> statement-breakpoint
ALTER TABLE "health_monitors" ADD COLUMN "sweep_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "health_monitors" SET (fillfactor = 80);--> statement-breakpoint
UPDATE "health_monitors" SET "sweep_at" = "due_at" WHERE "due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "health_monitors_sweep" ON "health_monitors" USING btree ("sweep_at");