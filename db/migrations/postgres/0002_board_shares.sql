CREATE TABLE "board_shares" (
	"board_id" integer NOT NULL,
	"telephony_client_id" integer NOT NULL,
	CONSTRAINT "board_shares_board_id_telephony_client_id_pk" PRIMARY KEY("board_id","telephony_client_id")
);
--> statement-breakpoint
ALTER TABLE "boards" ADD COLUMN "problem" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "boards" ADD COLUMN "problem_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "board_shares" ADD CONSTRAINT "board_shares_board_id_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_shares" ADD CONSTRAINT "board_shares_telephony_client_id_telephony_clients_id_fk" FOREIGN KEY ("telephony_client_id") REFERENCES "public"."telephony_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "board_shares_client" ON "board_shares" USING btree ("telephony_client_id");