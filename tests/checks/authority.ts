import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key as PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

interface Options {
  name: string;
  issuer?: Certificate | undefined;
  /** Days from now. */
  from?: number;
  until?: number;
  isAuthority?: boolean;
}

/** Makes certificates with openssl, as a certificate authority does. */
export function createAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'pipe' });
  const config = file('ca.cnf');
  writeFileSync(file('index.txt'), '');
  writeFileSync(
    config,
    `[ca]\ndefault_ca=all\n[all]\ndatabase=${file('index.txt')}\nserial=${file('serial')}\nnew_certs_dir=${folder}\nunique_subject=no\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n`,
  );
  let made = 0;

  function issue({ name, issuer, from = -1, until = 30, isAuthority = false }: Options): Certificate {
    made += 1;
    const [key, cert] = [file(`${made}.key`), file(`${made}.pem`)];
    const [request, extensions] = [file(`${made}.csr`), file(`${made}.ext`)];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
    openssl('req', '-new', ...curve, '-subj', `/CN=${name}`, '-out', request);
    const usage = isAuthority
      ? 'basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign,cRLSign\n'
      : `basicConstraints=CA:FALSE\nsubjectAltName=DNS:${name}\n`;
    writeFileSync(extensions, usage);
    let signer = ['-selfsign', '-keyfile', key];
    if (issuer) {
      writeFileSync(file('issuer.pem'), issuer.cert);
      writeFileSync(file('issuer.key'), issuer.key);
      signer = ['-cert', file('issuer.pem'), '-keyfile', file('issuer.key')];
    }
    const dates = ['-startdate', timeIn(from), '-enddate', timeIn(until)];
    const input = ['-in', request, '-extfile', extensions, '-out', cert];
    openssl('ca', '-batch', '-notext', '-rand_serial', '-config', config, ...signer, ...dates, ...input);
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  }

  return { issue, remove: () => rmSync(folder, { recursive: true }) };
}

/** A time some days from now, as `openssl ca` takes it. */
function timeIn(days: number): string {
  const time = new Date(Date.now() + days * 86_400_000).toISOString();
  return `${time.replace(/\.\d+|[-:T]/g, '')}`;
}
