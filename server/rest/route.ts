import type { z } from 'zod';
import type { Session } from '../../core/accounts/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import { appRouter } from '../trpc/app-router.ts';
import { type Access, createCallerFactory } from '../trpc/procedures.ts';
import type { Viewer } from './fields.ts';

/** Makes the procedures callable for one request; the documented paths go through the same checks as the admin. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;

/** One request to a documented path. */
export interface RestCall {
  deps: Dependencies;
  session: Session | null;
  caller: Caller;
  viewer: Viewer;
  /** True when an Admin asked for inactive records too. */
  all: boolean;
  body: Record<string, unknown>;
}

/** A documented path: who may call it, what it takes, what it answers. */
export interface RestRoute {
  method: 'GET' | 'POST';
  path: string;
  access: Access['access'];
  /** What it does, in half a sentence. */
  summary: string;
  /** The documented body. */
  body?: z.ZodObject;
  /** What `Data` holds. */
  data: z.ZodType;
  /** A read whose answer depends on nothing but the content, so that it is kept until the next content write. */
  fromContent?: true;
  /** Largest body in bytes, where it is not the server's. */
  bodyLimit?: number;
  /** A public form: browsers without script may post it, and get a page. */
  form?: { title: string };
  answer(call: RestCall): Promise<Answer>;
}

/** What a path answers; the envelope is put around it. */
export interface Answer {
  message?: string;
  data: unknown;
}
