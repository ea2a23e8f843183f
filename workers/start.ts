// Entry of `npm run workers`: background work in a process of its own. That takes a queue that processes can share,
// and the embedded one cannot be shared: two processes would run the same job at the same time.
process.stderr.write(
  'The embedded queue runs inside the web server (npm start); workers of their own need a queue that processes share, which this version does not have.\n',
);
process.exitCode = 1;
