DROP INDEX "telephony_messages_client";--> statement-breakpoint
CREATE INDEX "clients_name" ON "clients" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "clients_account" ON "clients" USING btree ("telephony_client_id");--> statement-breakpoint
CREATE INDEX "telephony_messages_client_status" ON "telephony_messages" USING btree ("telephony_client_id","created_on","id","status");