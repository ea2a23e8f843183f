ALTER TABLE "health_mails" ADD COLUMN "mailing_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox_messages" ADD COLUMN "mailing_until" timestamp (3) with time zone;