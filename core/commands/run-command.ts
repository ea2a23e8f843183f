import { type Config, readConfig } from '../config/config.ts';
import { explain } from '../process/run-process.ts';

/** Runs a command and prints the lines it returns. If it fails, prints one line on standard error and exits with 1. */
export async function runCommand(command: (config: Config) => Promise<string[]>): Promise<void> {
  try {
    const lines = await command(readConfig(process.env));
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
