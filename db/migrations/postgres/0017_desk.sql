CREATE TABLE "desk_visits" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"previous_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ping_hours" (
	"hour" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"pings" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "record_name" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_visits" ADD CONSTRAINT "desk_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "health_monitors_status" ON "health_monitors" USING btree ("status","status_since");