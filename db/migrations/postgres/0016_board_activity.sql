ALTER TABLE "board_cards" ADD COLUMN "activity_at" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;--> statement-breakpoint
CREATE INDEX "board_cards_activity" ON "board_cards" USING btree ("list_id","activity_at","id");--> statement-breakpoint
CREATE INDEX "board_cards_created" ON "board_cards" USING btree ("list_id","id");--> statement-breakpoint
UPDATE "board_cards" SET "activity_at" = "date";--> statement-breakpoint
UPDATE "boards" SET "read_activity" = NULL;
