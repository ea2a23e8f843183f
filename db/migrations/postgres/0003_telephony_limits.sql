CREATE TABLE "telephony_usage" (
	"telephony_client_id" integer NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"used" integer NOT NULL,
	"notified_at" timestamp (3) with time zone,
	CONSTRAINT "telephony_usage_telephony_client_id_kind_day_pk" PRIMARY KEY("telephony_client_id","kind","day")
);
--> statement-breakpoint
ALTER TABLE "telephony_clients" ADD COLUMN "answers_help" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "telephony_clients" ADD COLUMN "tests_per_day" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "telephony_clients" ADD COLUMN "relays_per_day" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "telephony_messages" ADD COLUMN "provider_status" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "telephony_messages" ADD COLUMN "is_undated" boolean;--> statement-breakpoint
ALTER TABLE "telephony_usage" ADD CONSTRAINT "telephony_usage_telephony_client_id_telephony_clients_id_fk" FOREIGN KEY ("telephony_client_id") REFERENCES "public"."telephony_clients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Entries without a date were stored as of 1970.
UPDATE "telephony_messages" SET "is_undated" = true WHERE "created_on" = to_timestamp(0);
