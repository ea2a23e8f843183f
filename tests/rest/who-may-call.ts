import type { Permission, Role } from '../../contract/roles.ts';

/**
 * Who may call each entry point of the server, written by hand from the specification (sections 6 and 7) and the design
 * (sections 5 and 6), not from the code: a new route or procedure must be added here.
 *
 *   everyone    visitors and every user
 *   signedIn    by a bearer token
 *   person      by the bearer token of a session, not by an API token
 *   signed      by the provider's signature alone
 *   operator    by the caller's address or the token for metrics
 *   a list      callers with at least one of the permissions
 */
type Access = 'everyone' | 'signedIn' | 'person' | 'signed' | 'operator' | readonly Permission[];

interface Declared {
  access: Access;
  /** True if a browser's download cookie is enough. */
  byCookie?: true;
  /** True if API tokens are refused, whatever their scopes. */
  needsSession?: true;
  /** The same, and the last proof of identity must be recent. */
  needsProof?: true;
  entries: readonly string[];
}

/** Names of entry points that share a prefix, as words of a text. */
const under = (prefix: string, names: string) => names.split(/\s+/).map((name) => prefix + name);

const publicReads = under(
  'GET /api/',
  `getcompanymasterdetail getdashboarddetail getdashboardbuttondetail getnavbardetail getnavbarmasterdetail
  getfeaturemasterdetail getfeaturedetail getservicemasterdetail getservicedetail getallplan getallplandetail
  getsubscribedetail getfactmasterdetail getfactdetail getclientmasterdetail getclientdetail getclienttasklist
  getcustomermasterdetail getcustomerfeedbackdetail getcustomerdetail getprojectmasterdetail getprojectdetail
  getteammembermasterdetail getteammemberdetail getsociallinkdetail getdescriptiondetail getvideopresentationmaster
  getvideopresentation getcontactmaster getcontactdetail getpromomasterdetail getmapdetail getintouchmasterdetail
  getpagelayout`,
);

/** Records of the page's content: each has the same six procedures. */
const records =
  `page.layout company.heading company.socialLinks menu.items hero.heading hero.buttons features.heading features.items
  descriptions.items services.heading services.items pricing.heading pricing.plans pricing.features subscribe.heading
  clients.heading clients.items facts.heading facts.items projects.heading projects.items team.heading team.members
  team.socialLinks presentation.heading presentation.videos customers.heading customers.items customers.feedback
  promo.heading contactForm.heading contactDetails.heading contactDetails.lines map.heading`.split(/\s+/);
const recordReads = records.flatMap((record) => under(`query ${record}.`, 'list onPage'));
const recordWrites = records.flatMap((record) => under(`mutation ${record}.`, 'save delete reorder'));

/** Each entry point is a verb and a path, or the kind and name of a procedure. */
export const whoMayCall: readonly Declared[] = [
  {
    access: 'everyone',
    entries: [
      ...publicReads,
      // Visitors send the contact form and subscribe; users sign in; monitored servers ping.
      ...under('POST /api/', 'sendemail subscribe subscribestatus users/login'),
      'POST /token',
      ...under(
        'GET ',
        '/serverhealthstatus/* /serverhealthbadge/:badge.svg /status /status.json /status.rss /status/:slug /status/:slug/:secret /unsubscribe/:token /subscribe/confirm/:token /preview/:token',
      ),
      ...under('GET ', '/status/confirm/:token /status/unsubscribe/:token /alarm/:token'),
      ...under('POST ', '/serverhealthstatus/* /unsubscribe/:token /subscribe/confirm/:token'),
      ...under('POST ', '/status/confirm/:token /status/unsubscribe/:token /alarm/:token'),
      ...under('GET ', '/api/docs /api/openapi.json /healthz /readyz /images/:name /'),
      ...under(
        'GET /',
        'robots.txt sitemap.xml site.webmanifest alarm-worker.js favicon.ico icon-32.png icon-32-dark.png icon-192.png',
      ),
      ...under('GET /', 'apple-touch-icon.png og.jpg'),
      'OPTIONS /*',
      ...records.map((record) => `query ${record}.published`),
      ...under('mutation ', 'inbox.send subscribe.add status.subscribe'),
      // Links for a new password.
      'query accountLinks.options',
      ...under('mutation accountLinks.', 'read accept forgotten'),
      // Sign-ins by passkey begin here.
      'query passkeys.options',
      'mutation passkeys.beginSignIn',
      // Visits to the OpenID Connect provider.
      'query provider.options',
      'POST /signin/provider',
      'GET /signin/provider/callback',
    ],
  },
  {
    access: 'signedIn',
    entries: ['GET /api/getallsocialicon', 'query find.search', 'query session.me'],
  },
  {
    access: 'person',
    entries: [
      'POST /api/changepassword',
      ...under('mutation session.', 'logout changePassword prove end endOthers'),
      ...under('query session.', 'list proofs'),
      'query secondFactor.state',
      'query provider.state',
      'POST /signin/provider/proof',
      ...under('query passkeys.', 'list suggestedName'),
      ...under('mutation passkeys.', 'rename beginProof prove'),
    ],
  },
  { access: 'person', needsProof: true, entries: under('mutation secondFactor.', 'begin confirm renewCodes remove') },
  { access: 'person', needsProof: true, entries: under('mutation passkeys.', 'begin finish remove') },
  { access: 'person', needsProof: true, entries: ['POST /signin/provider/link', 'mutation provider.unlink'] },
  {
    access: ['telephony:read', 'telephony:own'],
    entries: [
      'GET /api/twilio/gettwilioclientcontactinfo',
      'GET /api/twilio/gettwiliologlist',
      ...under(
        'POST /api/twilio/',
        'gettwilioclientcontactinfobyid gettwiliologlistbyfilter gettwiliologlistbytwilioclientid',
      ),
      ...under(
        'query telephony.',
        `choices deliveryReports contacts.list contacts.testUsage log.page log.details log.progress log.counts
        log.search log.story log.preferences log.months log.costs`,
      ),
    ],
  },
  {
    access: ['telephony:write', 'telephony:own'],
    entries: [
      ...under('POST /api/twilio/', 'savetwilioclientcontactinfo deleteclientcontactinfo'),
      ...under('mutation telephony.contacts.', 'save delete reorder'),
    ],
  },
  { access: ['telephony:send', 'telephony:own'], entries: ['mutation telephony.contacts.sendTest'] },
  { access: ['telephony:send'], entries: ['mutation telephony.log.sendAgain', 'mutation health.testAlarm'] },
  { access: ['telephony:read', 'telephony:own'], entries: ['mutation telephony.log.savePreferences'] },
  {
    access: ['telephony:read', 'telephony:own'],
    byCookie: true,
    entries: under('GET /api/twilio/', 'log.csv log.json'),
  },
  {
    access: ['boards:read', 'boards:shared'],
    entries: [
      ...under('GET /api/trello/', 'getlabelcatogery getalllabellist'),
      ...under('POST /api/trello/', 'getboards getboardlists getcategorylabellist'),
      ...under('query boards.', 'status list lists categories labels categoryLabels'),
    ],
  },
  {
    access: ['boards:read', 'boards:shared'],
    byCookie: true,
    entries: under('GET /api/trello/', 'exportlistexpense exportexpenses'),
  },
  {
    access: ['boards:write'],
    entries: [
      ...under('POST /api/trello/', 'synctrello addboardcategorylabel savecategory'),
      ...under('mutation boards.', 'sync share unshare saveCategory addLabel removeLabel'),
    ],
  },
  { access: ['health:read'], entries: [...under('query desk.', 'attention changes lastDay'), 'mutation desk.visit'] },
  { access: ['health:own'], entries: ['query desk.ownServers'] },
  { access: ['telephony:own'], entries: under('query desk.', 'ownMessages ownContacts') },
  {
    access: ['health:read', 'health:own'],
    entries: [
      ...under('query health.', 'list overview offlineCount detail outages checks'),
      'query checks.responseTimes',
    ],
  },
  { access: ['health:write'], entries: under('mutation health.', 'save pause maintain change markBlindTimeSeen') },
  { access: ['health:write'], entries: ['query health.previewSchedule', 'query checks.ofServer'] },
  { access: ['health:write'], entries: under('mutation checks.', 'save remove attempt') },
  { access: ['health:read'], entries: under('query status.', 'groups incidents servers subscribers') },
  {
    access: ['health:write'],
    entries: under('mutation status.', 'saveGroup replaceGroupLink deleteGroup save post discard removeSubscriber'),
  },
  {
    access: ['health:read', 'telephony:own'],
    entries: ['GET /api/health/channels', 'query alarms.channels.list'],
  },
  {
    access: ['health:write', 'telephony:own'],
    entries: [
      ...under('mutation alarms.channels.', 'save remove reorder test confirm'),
      'query alarms.channels.pushKey',
    ],
  },
  { access: ['health:read'], entries: ['query alarms.channels.ofServer'] },
  {
    access: ['health:read'],
    entries: [
      ...under('GET /api/health/', 'rotas policies incidents/open'),
      ...under('query alarms.', 'rotas.list rotas.people policies.list policies.choices policies.ofServer'),
      ...under('query alarms.incidents.', 'list detail alarming'),
      'mutation alarms.rotas.preview',
    ],
  },
  {
    access: ['health:read', 'health:own'],
    entries: under('GET /api/health/', 'events monitors incidents'),
  },
  {
    access: ['health:write'],
    entries: [
      ...under('mutation health.', 'register remove snooze'),
      'POST /api/health/monitors',
      'POST /api/health/channels',
      ...under('POST /api/health/channels/', 'test delete'),
      ...under('POST /api/health/', 'rotas rotas/delete'),
      ...under('POST /api/health/', 'policies policies/delete policies/drill'),
      ...under('POST /api/health/incidents/', 'acknowledge reopen snooze note'),
      ...under('mutation alarms.rotas.', 'save register remove'),
      ...under('mutation alarms.policies.', 'save register remove drill'),
      ...under('mutation alarms.incidents.', 'acknowledge reopen snooze note'),
      ...under('mutation alarms.', 'channels.register channels.setOfServer parents.set'),
      ...under('POST /api/health/monitors/', 'pause resume snooze delete'),
    ],
  },
  { access: ['audit:read'], byCookie: true, entries: ['GET /api/audit.csv'] },
  { access: ['privacy'], byCookie: true, entries: under('GET /api/', 'personaldata.json personaldata.csv') },
  { access: ['privacy'], entries: ['mutation privacy.search', 'query privacy.retention'] },
  { access: ['privacy'], needsProof: true, entries: under('mutation privacy.', 'erase saveRetention') },
  { access: ['audit:read'], entries: under('query audit.', 'page detail choices') },
  { access: ['inbox:read'], byCookie: true, entries: ['GET /api/subscribers.csv'] },
  { access: ['inbox:read'], entries: ['query subscribe.subscribers', 'query inbox.list'] },
  {
    access: ['inbox:write'],
    entries: ['mutation subscribe.removeSubscriber', ...under('mutation inbox.', 'markRead delete')],
  },
  {
    access: ['content:read'],
    entries: [
      // Inactive records.
      ...publicReads.map((read) => `${read}?all=true`),
      'GET /api/getallsocialicon?all=true',
      'GET /api/company/getcompanysociallist',
      'GET /api/history',
      'GET /api/releases',
      ...under('POST /api/', 'getallplanfeaturelist getfeedbacklistbycustomer getteammembesocialdetail'),
      ...recordReads,
      ...under('query images.', 'list get details unused'),
      'query editor.rows',
      ...under('query history.', 'list page'),
      ...under('query releases.', 'list get content describeTime'),
      'query landing.content',
    ],
  },
  {
    access: ['content:write'],
    entries: [
      'POST /api/releases',
      ...under('POST /api/releases/:id/', 'changes preview'),
      'POST /api/images',
      ...recordWrites,
      'mutation editor.save',
      'mutation images.choose',
      ...under('mutation releases.', 'create rename drop decide comment preview withdrawPreview'),
    ],
  },
  { access: ['content:write', 'telephony:write'], entries: under('mutation presence.', 'announce leave') },
  {
    access: ['content:publish'],
    entries: [
      'POST /api/history/restore',
      ...under('POST /api/releases/:id/', 'schedule publish cancel undo'),
      ...under(
        'POST /api/',
        `savecompany savedashboardmaster savedashboardbutton savenavbar savefeaturemaster savefeaturedetail
        saveservicemaster saveservicedetail savepriceplanmaster savepriceplandetail saveplanfeaturedetail
        savesubscribemaster savefactmasterdetail savefactdetail saveclientmaster saveclientdetail savecustomermaster
        savecustomerdetail savecustomerfeedbackdetail saveprojectmasterdetail saveprojectdetail
        saveteammembermasterdetail saveteammemberdetail saveteammembersocialdetail savedescriptionmaster
        savevideopresentationmaster savevideopresentation savecontactmaster savecontactdetail savepromomasterdetail
        savemapdetail savegetintouchmasterdetail savesociallinkicon savepagelayout`,
      ),
      ...under(
        'POST /api/',
        `deletedashboardbutton deletenavbar deletefeaturedetail deleteservicedetail deleteplanfeaturedetail
        deleteplandetail deletefactdetail deleteclientdetail deletecustomerdetail deletecustomerFeedbackdetail
        deleteprojectdetail deleteteammemberdetail deleteteammembersocialdetail deletevideoitemdetail
        deletecontactdetail company/deletesociallink`,
      ),
      ...under('mutation images.', 'describe replace remove removeUnused'),
      ...under('mutation history.', 'restore restorePage undo'),
      ...under('mutation releases.', 'schedule publish undo cancel reopen'),
      'mutation landing.show',
    ],
  },
  {
    access: ['telephony:read'],
    entries: ['GET /api/twilio/gettwilioclientinfo', 'query telephony.clients.list', 'query users.ofAccount'],
  },
  {
    access: ['telephony:write'],
    entries: [
      ...under('POST /api/twilio/', 'savetwilioclientinfo saveuserinfo deleteclientinfo'),
      ...under('mutation telephony.clients.', 'save create delete reorder sync'),
    ],
  },
  { access: ['telephony:write'], needsProof: true, entries: ['mutation users.setPassword'] },
  { access: ['users'], entries: ['query users.list', 'query secondFactor.rule'] },
  {
    access: ['users'],
    needsProof: true,
    entries: [
      ...under(
        'mutation users.',
        'invite giveLink withdrawLinks save changeRole deactivate reactivate endSessions removeSecondFactor delete',
      ),
      'mutation secondFactor.saveRule',
    ],
  },
  { access: ['tokens'], needsSession: true, entries: ['GET /api/tokens', 'query tokens.list'] },
  {
    access: ['tokens'],
    needsProof: true,
    entries: [...under('POST /api/', 'tokens tokens/revoke'), ...under('mutation tokens.', 'create revoke')],
  },
  {
    access: ['jobs'],
    entries: [
      ...under('query jobs.', 'overview parked parkedCount'),
      ...under('mutation jobs.', 'retry retryAll remove pause resume'),
    ],
  },
  { access: 'signed', entries: ['POST /api/twilio/incoming', 'POST /api/twilio/status/:row'] },
  { access: 'operator', entries: ['GET /metrics'] },
];

/** What each role may do, also written by hand. */
const desk = ['health:read', 'health:write', 'telephony:read', 'telephony:write', 'telephony:send'] as const;
const content = ['content:read', 'content:write', 'inbox:read', 'inbox:write'] as const;
const boards = ['boards:read', 'boards:write'] as const;
const rights: Readonly<Record<Role, readonly Permission[]>> = {
  Admin: [
    ...content,
    'content:publish',
    ...desk,
    ...boards,
    ...(['jobs', 'audit:read', 'users', 'tokens', 'privacy', 'site:export', 'site:apply'] as const),
  ],
  Editor: [...content, 'content:publish', 'tokens'],
  DraftEditor: [...content, 'tokens'],
  Operator: [...desk, ...boards, 'jobs', 'tokens'],
  Accountant: ['boards:read', 'tokens'],
  Client: ['health:own', 'telephony:own', 'boards:shared'],
};

/** A caller, and what the server knows of it. */
export interface CallerFacts {
  /** Null: the credentials are worth nothing. */
  may: readonly Permission[] | null;
  /** `cookie`: a browser's download cookie alone; `token`: an API token. */
  by?: 'session' | 'cookie' | 'token';
  /** True if the last proof of identity is old. */
  isUnproven?: true;
  /** The anti-forgery check refuses the caller's writes. */
  writes?: 403;
}

const stranger: CallerFacts = { may: null };
const owner: CallerFacts = { may: rights.Admin };
const client: CallerFacts = { may: rights.Client };

const byToken = (...may: readonly Permission[]): CallerFacts => ({ may, by: 'token' });

/** API tokens, by what their scopes give, written by hand. */
const tokenCallers = {
  'a token for content:read': byToken('content:read'),
  'a token for content:write': byToken('content:read', 'content:write', 'content:publish'),
  'a token for health:read': byToken('health:read'),
  'a token for health:write': byToken('health:read', 'health:write'),
  'a token for telephony:read': byToken('telephony:read'),
  'a token for telephony:send': byToken('telephony:send'),
  'a token for boards:read': byToken('boards:read'),
  'a token for jobs': byToken('jobs'),
  'a token for audit:read': byToken('audit:read'),
  'a token for site:export': byToken('site:export'),
  'a token for site:apply': byToken('site:apply'),
  'a token for everything, of an editor who became an accountant': byToken('boards:read'),
  'a token for jobs, of an operator who became a client': stranger,
  'an expired token': stranger,
  'a revoked token': stranger,
  'a token of a deactivated user': stranger,
  'a made-up API token': stranger,
} as const satisfies Record<string, CallerFacts>;

export const callers = {
  'a visitor': stranger,
  'a client': client,
  'another client': client,
  'a user without an account': client,
  'an admin': owner,
  'an editor': { may: rights.Editor },
  'an editor of drafts': { may: rights.DraftEditor },
  'an operator': { may: rights.Operator },
  'an accountant': { may: rights.Accountant },
  'an admin whose last proof is old': { ...owner, isUnproven: true },
  'an admin in a browser': owner,
  'an admin from another site': { ...owner, writes: 403 },
  'an admin with another anti-forgery value': { ...owner, writes: 403 },
  'a deactivated user': stranger,
  'a user of a deactivated account': stranger,
  'an expired session': stranger,
  'a session that was not used for too long': stranger,
  'an operator who must set up a second factor': { may: [] },
  'a session that was signed out': stranger,
  'a made-up token': stranger,
  'a token in another scheme': stranger,
  'a download token in place of a bearer token': stranger,
  'a bearer token in place of a download cookie': { ...stranger, writes: 403 },
  'an admin’s download cookie': { ...owner, by: 'cookie', writes: 403 },
  'an admin’s download cookie with the anti-forgery value': { ...owner, by: 'cookie' },
  'a client’s download cookie': { ...client, by: 'cookie', writes: 403 },
  'a download cookie that was not used for too long': { ...stranger, writes: 403 },
  'the download cookie of an operator who must set up a second factor': { may: [], by: 'cookie', writes: 403 },
  'an expired download cookie': { ...stranger, writes: 403 },
  'a deactivated user’s download cookie': { ...stranger, writes: 403 },
  'an admin’s download cookie beside a made-up token': { ...stranger, writes: 403 },
  ...tokenCallers,
} as const satisfies Record<string, CallerFacts>;
export type Caller = keyof typeof callers;
export type TokenCaller = keyof typeof tokenCallers;

/** Status of the answer; `in`: the entry point itself answers. */
export function expected(
  facts: CallerFacts,
  { access, byCookie, needsSession, needsProof }: Declared,
): 'in' | 401 | 403 {
  if (access === 'everyone') return 'in';
  if (access === 'signed' || access === 'operator') return 403;
  const { may, by, isUnproven } = facts;
  if (may === null || (by === 'cookie' && !byCookie)) return 401;
  if (by === 'token' && (access === 'person' || needsSession || needsProof)) return 403;
  if (needsProof && isUnproven) return 403;
  return typeof access === 'string' || access.some((one) => may.includes(one)) ? 'in' : 403;
}

/** Writes without the anti-forgery check: forms that work without script, and servers' pings. */
export const withoutAntiForgery = [
  'POST /api/sendemail',
  'POST /api/subscribe',
  'POST /api/subscribestatus',
  'POST /unsubscribe/:token',
  'POST /subscribe/confirm/:token',
  'POST /status/confirm/:token',
  'POST /status/unsubscribe/:token',
  'POST /alarm/:token',
  'POST /serverhealthstatus/*',
];

/** Mutations of signed-in users without an audit entry: signs of life and previews, which change no data of the product. */
export const withoutAuditEntry = [
  ...under('mutation presence.', 'announce leave'),
  'mutation desk.visit',
  'mutation telephony.log.savePreferences',
  'mutation alarms.rotas.preview',
];
