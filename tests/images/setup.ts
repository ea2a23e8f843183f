import { eq } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { ImageSlotName } from '../../contract/images.ts';
import { drawPicture } from '../../core/images/jobs.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { buildApp } from '../../server/app.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { ManualClock } from '../fakes/clock.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { readJson } from '../fixture/read-json.ts';
import { addSignedIn } from '../fixture/users.ts';
import { parseMetrics } from '../metrics/text.ts';

const metricsToken = 'a-token-for-the-scraper';

/** Answer to an upload; refused uploads name the fields. */
interface ImageAnswer {
  Status: number;
  Message: string;
  Data: { hash: ImageHash; width: number; height: number };
}

/** The server listening on a fresh store, with an Admin and a Client signed in; the page itself is left out. */
export async function makeSetup() {
  const clock = new ManualClock();
  const made = await makeDependencies({ METRICS_TOKEN: metricsToken }, { clock });
  const { deps } = made;
  const app = await buildApp(deps);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const adminToken = (await addSignedIn(deps, 'Admin')).token;
  return {
    address,
    clock,
    deps,
    adminToken,
    clientToken: (await addSignedIn(deps, 'Client')).token,
    /** Uploads a file the way the back office does. */
    upload(slot: ImageSlotName, bytes: Uint8Array<ArrayBuffer>, declared = { name: 'picture.png', type: 'image/png' }) {
      const form = new FormData();
      form.append('slot', slot);
      form.append('file', new File([bytes], declared.name, { type: declared.type }));
      return this.post(form);
    },
    async post(body: FormData | string, token: string | null = adminToken, headers: Record<string, string> = {}) {
      const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(`${address}/api/images`, {
        method: 'POST',
        body,
        headers: { ...authorization, ...headers },
      });
      return { status: answer.status, body: await readJson<ImageAnswer>(answer) };
    },
    /** How many sizes of pictures this process has drawn. */
    async variantsDrawn(): Promise<number> {
      const headers = { authorization: `Bearer ${metricsToken}` };
      const { samples } = parseMetrics(await (await fetch(`${address}/metrics`, { headers })).text());
      const found = samples.find(
        ({ name, labels }) => name === 'vitrine_picture_task_duration_seconds_count' && labels === '{kind="variant"}',
      );
      if (!found) throw new Error('no such metric');
      return found.value;
    },
    /** Runs the waiting jobs that draw pictures, one after the other. */
    async draw(): Promise<void> {
      const waiting = await deps.db.select().from(jobs).where(eq(jobs.name, drawPicture.name));
      for (const { id, data } of waiting) {
        await handlers.drawPicture.run(drawPicture.data.parse(data), deps);
        await deps.db.delete(jobs).where(eq(jobs.id, id));
      }
    },
    image: (name: string, init: RequestInit = {}) => fetch(`${address}/images/${name}`, init),
    async close() {
      await app.close();
      await made.remove();
    },
  };
}

export type Setup = Awaited<ReturnType<typeof makeSetup>>;
