ALTER TABLE "alarm_incidents" ADD COLUMN "drill_server_id" integer;--> statement-breakpoint
ALTER TABLE "alarm_policies" ADD COLUMN "drill_server_id" integer;--> statement-breakpoint
ALTER TABLE "alarm_policies" ADD CONSTRAINT "alarm_policies_drill_server_id_clients_id_fk" FOREIGN KEY ("drill_server_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;