import { z } from 'zod';
import { registeredRota } from '../../contract/alarm-rotas.ts';
import { messages } from '../../contract/messages.ts';
import { requiredId } from './ids.ts';
import { plain, requestBody } from './request-body.ts';
import { type RestRoute, route } from './route.ts';

const turn = z.object({
  Day: z.int().min(1).max(7).describe('1 is Monday'),
  From: z.string().describe('Such as 08:00'),
  Until: z.string().describe('On the next day if it is not later than From'),
  ContactID: z.int(),
});
const replacement = z.object({
  From: z.string().describe('Local time of TimeZone, such as 2026-12-24T18:00'),
  Until: z.string(),
  ContactID: z.int(),
});
const listed = z.object({
  RotaID: z.int(),
  Name: z.string(),
  TimeZone: z.string(),
  Turns: z.array(turn),
  Replacements: z.array(replacement),
  Calendar: z.string().nullable().describe('Host of the calendar; null: weekly turns'),
  CalendarReadAt: z.iso.datetime().nullable().describe('When the calendar was last read well'),
  OnCall: z.array(z.object({ ContactID: z.int(), Name: z.string() })).describe('Who is on call now; empty: nobody'),
  Until: z.iso.datetime().nullable().describe('When that changes; null: not within 14 days'),
  Problems: z.array(z.string()),
});

const { name, timeZone, calendar } = registeredRota.shape;
/** Paths for programs that create, read and delete rotas. */
export const rotaRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/health/rotas',
    access: ['health:read'],
    summary: 'Rotas, each with who is on call now',
    output: z.array(listed),
    async handle({ caller }) {
      const rotas = await caller.alarms.rotas.list();
      return {
        data: rotas.map((rota) => ({
          RotaID: rota.id,
          Name: rota.name,
          TimeZone: rota.timeZone,
          Turns: rota.turns.map(({ day, from, until, contactId }) => ({
            Day: day,
            From: from,
            Until: until,
            ContactID: contactId,
          })),
          Replacements: rota.overrides.map(({ from, until, contactId }) => ({
            From: from,
            Until: until,
            ContactID: contactId,
          })),
          Calendar: rota.calendarHost,
          CalendarReadAt: rota.calendarReadAt?.toISOString() ?? null,
          OnCall: rota.onCall.map((contact) => ({ ContactID: contact.id, Name: contact.name })),
          Until: rota.until?.toISOString() ?? null,
          Problems: rota.problems,
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/rotas',
    access: ['health:write'],
    summary:
      'Creates the rota with this name, or changes the known one; Turns and Replacements take the place of the stored ones',
    input: requestBody({
      name: plain('Name', name),
      timeZone: plain('TimeZone', timeZone, z.string().describe('IANA zone, such as Europe/Berlin')),
      calendar: plain(
        'Calendar',
        calendar,
        z.string().optional().describe('Address of a calendar (.ics) instead of Turns; empty: none'),
      ),
      turns: plain('Turns', z.array(turn).optional()),
      replacements: plain('Replacements', z.array(replacement).optional()),
    }),
    output: z.int().describe("The rota's id"),
    async handle({ caller }, { turns = [], replacements = [], ...fields }) {
      const { id } = await caller.alarms.rotas.register({
        ...fields,
        turns: turns.map(({ Day, From, Until, ContactID }) => ({
          day: Day,
          from: From,
          until: Until,
          contactId: ContactID,
        })),
        overrides: replacements.map(({ From, Until, ContactID }) => ({
          from: From,
          until: Until,
          contactId: ContactID,
        })),
      });
      return { message: messages.saved, data: id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/rotas/delete',
    access: ['health:write'],
    summary: 'Deletes a rota',
    input: requestBody({ id: requiredId('RotaID') }),
    output: z.int().describe("The rota's id"),
    async handle({ caller }, { id }) {
      await caller.alarms.rotas.remove({ id });
      return { message: messages.deleted, data: id };
    },
  }),
];
