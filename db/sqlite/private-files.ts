import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';

/** Creates a folder, if it is missing, that only its owner can enter. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Creates a SQLite file, if it is missing, and lets only its owner read it and the files beside it. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) restrict(path + suffix);
}

function restrict(path: string): void {
  const { mode, uid } = statSync(path);
  // Only the owner of a file can change its mode.
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o600);
}
