import { SMTPServer } from 'smtp-server';

/** A received mail. */
interface ReceivedMail {
  /** Envelope. */
  from: string;
  to: string[];
  /** Header fields by lower-case name, unfolded; repeated names keep one line for each value. */
  headers: Record<string, string>;
  body: string;
}

/** A mail server on loopback that can reject mails, close connections or stop answering. */
export interface FakeSmtp {
  /** The value for SMTP_URL; the port stays the same after stop and start. */
  url: string;
  mails: ReceivedMail[];
  /** Connections made so far. */
  connections: number;
  /** Rejects every recipient with this code and text; null accepts mails. */
  refusal: { code: number; text: string } | null;
  /** Delays the acknowledgement of a received mail until this resolves; null: no delay. */
  gate: Promise<void> | null;
  /** Called after a mail was received, before its acknowledgement. */
  onMail: () => void;
  /** Stops, like a server that is down. */
  stop(): Promise<void>;
  /** Starts again on the same port. */
  start(): Promise<void>;
}

/** Starts the server on a free port; with credentials it accepts mail from that user only. */
export async function startFakeSmtp(credentials?: { user: string; password: string }): Promise<FakeSmtp> {
  let server: SMTPServer | undefined;
  let port = 0;
  const fake: FakeSmtp = {
    url: '',
    mails: [],
    connections: 0,
    refusal: null,
    gate: null,
    onMail: () => {},
    start,
    stop,
  };

  function create(): SMTPServer {
    return new SMTPServer({
      logger: false,
      disabledCommands: ['STARTTLS', ...(credentials ? [] : ['AUTH'])],
      allowInsecureAuth: true,
      authOptional: !credentials,
      closeTimeout: 100,
      onConnect(_session, done) {
        fake.connections += 1;
        done();
      },
      onAuth(given, _session, done) {
        const isRight = given.username === credentials?.user && given.password === credentials?.password;
        done(
          isRight ? null : new Error('Invalid user name or password'),
          isRight ? { user: given.username } : undefined,
        );
      },
      onRcptTo(_address, _session, done) {
        if (!fake.refusal) return done();
        done(Object.assign(new Error(fake.refusal.text), { responseCode: fake.refusal.code }));
      },
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          fake.mails.push({ from, to, ...parse(Buffer.concat(chunks).toString()) });
          fake.onMail();
          (fake.gate ?? Promise.resolve()).then(() => done());
        });
      },
    });
  }

  async function start(): Promise<void> {
    const starting = create();
    await new Promise<void>((resolve, reject) => {
      starting.on('error', reject);
      starting.listen(port, '127.0.0.1', resolve);
    });
    // From here on an error is a closed client connection.
    starting.removeAllListeners('error').on('error', () => {});
    server = starting;
    const address = starting.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    port = address.port;
    const userInfo = credentials ? `${credentials.user}:${credentials.password}@` : '';
    fake.url = `smtp://${userInfo}127.0.0.1:${port}`;
  }

  async function stop(): Promise<void> {
    const stopping = server;
    server = undefined;
    if (stopping) await new Promise<void>((resolve) => stopping.close(() => resolve()));
  }

  await start();
  return fake;
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const end = raw.indexOf('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = line.slice(line.indexOf(':') + 1).trim();
    headers[name] = name in headers ? `${headers[name]}\n${value}` : value;
  }
  return { headers, body: decodeBody(raw.slice(end + 4), headers['content-transfer-encoding'] ?? '') };
}

function decodeBody(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
