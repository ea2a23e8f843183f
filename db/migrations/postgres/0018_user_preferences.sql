CREATE TABLE "user_preferences" (
	"user_id" integer NOT NULL,
	"screen" text COLLATE "C" NOT NULL,
	"value" json NOT NULL,
	CONSTRAINT "user_preferences_user_id_screen_pk" PRIMARY KEY("user_id","screen")
);
--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;