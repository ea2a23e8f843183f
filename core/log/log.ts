import { type Logger, pino } from 'pino';
import { apiTokenPattern } from '../../contract/api-tokens.ts';

/** The process's log: JSON lines on standard output, without secrets. */
export function createLog(level: string): Logger {
  return pino({
    level,
    // A token may be anywhere in a line, as in the address of a request.
    hooks: { streamWrite: (line) => line.replace(apiTokenPattern, 'vt_[left out]') },
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
