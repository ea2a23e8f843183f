ALTER TABLE "health_hits" DROP CONSTRAINT "health_hits_client_id_health_monitors_client_id_fk";
--> statement-breakpoint
CREATE FUNCTION "delete_pings_of_monitor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "health_hits" WHERE "client_id" = OLD."client_id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "health_monitors_delete_pings" AFTER DELETE ON "health_monitors" FOR EACH ROW EXECUTE FUNCTION "delete_pings_of_monitor"();
