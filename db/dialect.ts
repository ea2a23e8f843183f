export type Dialect = 'sqlite' | 'postgres';

/** Which database this process talks to: Postgres when DATABASE_URL says so, else the embedded SQLite file. */
export const dialect: Dialect = /^postgres(ql)?:\/\//.test(process.env.DATABASE_URL ?? '') ? 'postgres' : 'sqlite';
