import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { apiTokenPattern } from '../../contract/api-tokens.ts';

/** The process's log: JSON lines on standard output or another destination, without secrets. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
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
  };
  return destination ? pino(options, destination) : pino(options);
}
