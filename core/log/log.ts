import { type Logger, pino } from 'pino';

/** The process's log: JSON lines on standard output, without secrets. */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.Password',
        '*.token',
        '*.AuthToken',
        '*.authToken',
      ],
      censor: '[left out]',
    },
  });
}
