import { contentRevision } from '../../db/schema/content.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';

type Api = ReturnType<typeof trpcClient>;

export interface Setup {
  server: TestServer;
  /** Two people of the office. */
  api: Api;
  other: Api;
  /** Heading of the team, and the people below it in their order. */
  headingId: number;
  /** Moves the clock; it never goes back by itself. */
  clock: { now: number };
  /** The public page's bytes. */
  page(): Promise<string>;
  addPerson(firstName: string, release?: number): Promise<{ id: number; version: number }>;
  people(release?: number): Promise<string[]>;
  release(name?: string): Promise<number>;
}

/** Values of a person of the team. */
export const person = (firstName: string) => ({
  firstName,
  lastName: 'Field',
  designation: 'Engineer',
  description: 'Builds things.',
  photo: null,
  isActive: true,
});

/** Values of a heading. */
export const heading = (title: string) => ({
  title,
  subTitle: 'Below the title',
  backgroundImage: null,
  isActive: true,
});

/** A server without sample content, with a team. */
export async function makeSetup(variables: Record<string, string> = {}): Promise<Setup> {
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') };
  const server = await startTestServer({ SAMPLE_CONTENT: 'off', ...variables }, { now: () => new Date(clock.now) });
  const api = trpcClient(server.address, server.adminToken);
  const other = trpcClient(server.address, (await addSignedIn(server.deps, 'Admin', { userName: 'second' })).token);
  const [empty] = await api.team.heading.list.query({});
  const { id: headingId } = await api.team.heading.save.mutate({ id: empty?.id ?? 0, values: heading('Our team') });
  return {
    server,
    api,
    other,
    headingId,
    clock,
    page: async () => (await fetch(`${server.address}/`)).text(),
    addPerson: (firstName, release) =>
      api.team.members.save.mutate({ parentId: headingId, values: person(firstName), release }),
    people: async (release) =>
      (await api.team.members.list.query({ parentId: headingId, release })).map((row) => row.firstName),
    release: async (name = 'Spring offer') => (await api.releases.create.mutate({ name })).id,
  };
}

/** The number of content writes so far. */
export async function revisionOf({ server }: Setup): Promise<number> {
  const [row] = await server.deps.db.select().from(contentRevision);
  return row?.revision ?? 0;
}
