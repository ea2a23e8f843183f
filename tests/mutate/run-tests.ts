import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A run of some test files. */
export interface Run {
  /** Folder of the product. */
  folder: string;
  projects: readonly string[];
  /** Folders and files. */
  tests: readonly string[];
  /** Only the tests with these names; by default all. */
  names?: readonly string[];
  /** Ends the run, which then has failed. */
  timeoutMs: number;
  /** Writes the coverage to this file. */
  coverageFile?: string;
}

export interface Result {
  /** All tests pass within the time. */
  passed: boolean;
  output: string;
}

/** Runs tests until the first failure. */
export async function runTests({ folder, projects, tests, names, timeoutMs, coverageFile }: Run): Promise<Result> {
  const options = ['--config', 'tests/vitest.config.ts', '--bail', '1', '--reporter', 'dot'];
  for (const project of projects) options.push('--project', project);
  if (names !== undefined) options.push('--testNamePattern', `^(${names.map(pattern).join('|')})$`);
  // The run gets a separate process group: ending the group ends the servers that a test started.
  const child = spawn(process.execPath, [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...tests], {
    cwd: folder,
    env: { ...process.env, COVERAGE_FILE: coverageFile },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const timer = setTimeout(() => endGroup(child.pid), timeoutMs);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  endGroup(child.pid);
  return { passed: code === 0, output };
}

/** A test's whole name as a regular expression; Vitest joins the names of its groups by a space or by " > ". */
function pattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(' > ', ' (> )?');
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}
