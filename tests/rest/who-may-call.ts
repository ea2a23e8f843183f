/**
 * Who may call each entry point of the server, written by hand from the specification (sections 6 and 7) and the design
 * (sections 5 and 6), not from the code: a new route or procedure must be added here.
 *
 *   everyone         visitors and every user
 *   signedIn, admin  by a bearer token
 *   …ByCookie        also by a browser's download cookie
 *   signed           by the provider's signature alone
 *   operator         by the caller's address or the token for metrics
 */
export type Access = 'everyone' | 'signedIn' | 'admin' | 'signedInByCookie' | 'adminByCookie' | 'signed' | 'operator';

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
export const whoMayCall: readonly { access: Access; entries: readonly string[] }[] = [
  {
    access: 'everyone',
    entries: [
      ...publicReads,
      // Visitors send the contact form and subscribe; users sign in; monitored servers ping.
      ...under('POST /api/', 'sendemail subscribe users/login'),
      'POST /token',
      ...under(
        'GET ',
        '/serverhealthstatus/* /serverhealthbadge/:badge.svg /status /unsubscribe/:token /subscribe/confirm/:token /preview/:token',
      ),
      ...under('POST ', '/serverhealthstatus/* /unsubscribe/:token /subscribe/confirm/:token'),
      ...under('GET ', '/api/docs /api/openapi.json /healthz /readyz /images/:name /'),
      ...under(
        'GET /',
        'robots.txt sitemap.xml site.webmanifest favicon.ico icon-32.png icon-32-dark.png icon-192.png',
      ),
      ...under('GET /', 'apple-touch-icon.png og.jpg'),
      'OPTIONS /*',
      ...records.map((record) => `query ${record}.published`),
      ...under('mutation ', 'inbox.send subscribe.add'),
    ],
  },
  {
    access: 'signedIn',
    entries: [
      'GET /api/getallsocialicon',
      'POST /api/changepassword',
      ...under('GET /api/twilio/', 'gettwilioclientcontactinfo gettwiliologlist'),
      ...under(
        'POST /api/twilio/',
        `gettwilioclientcontactinfobyid savetwilioclientcontactinfo deleteclientcontactinfo gettwiliologlistbyfilter
        gettwiliologlistbytwilioclientid`,
      ),
      ...under('GET /api/trello/', 'getlabelcatogery getalllabellist'),
      ...under('POST /api/trello/', 'getboards getboardlists getcategorylabellist'),
      ...under('query boards.', 'status list lists categories labels categoryLabels'),
      'query find.search',
      ...under('query health.', 'list detail'),
      'query session.me',
      ...under('mutation session.', 'logout changePassword'),
      ...under(
        'query telephony.',
        'choices deliveryReports contacts.list contacts.testUsage log.page log.details log.progress',
      ),
      ...under('mutation telephony.contacts.', 'save delete reorder sendTest'),
    ],
  },
  { access: 'signedInByCookie', entries: ['GET /api/twilio/log.csv', 'GET /api/trello/exportlistexpense'] },
  { access: 'adminByCookie', entries: ['GET /api/audit.csv', 'GET /api/subscribers.csv'] },
  {
    access: 'admin',
    entries: [
      // Inactive records.
      ...publicReads.map((read) => `${read}?all=true`),
      'GET /api/getallsocialicon?all=true',
      'GET /api/company/getcompanysociallist',
      'GET /api/history',
      'POST /api/history/restore',
      'GET /api/releases',
      'POST /api/releases',
      ...under('POST /api/releases/:id/', 'changes schedule publish cancel undo preview'),
      'GET /api/twilio/gettwilioclientinfo',
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
      ...under('POST /api/', 'getallplanfeaturelist getfeedbacklistbycustomer getteammembesocialdetail images'),
      ...under('POST /api/twilio/', 'savetwilioclientinfo saveuserinfo deleteclientinfo'),
      ...under('POST /api/trello/', 'synctrello addboardcategorylabel savecategory'),
      ...recordReads,
      ...recordWrites,
      ...under('query subscribe.', 'subscribers'),
      ...under('mutation subscribe.', 'removeSubscriber'),
      ...under('query audit.', 'page detail choices'),
      ...under('mutation boards.', 'sync share unshare saveCategory addLabel removeLabel'),
      ...under('mutation health.', 'save pause maintain'),
      ...under('query images.', 'list get details unused'),
      ...under('mutation images.', 'describe replace remove removeUnused'),
      'query editor.rows',
      'mutation editor.save',
      ...under('query history.', 'list page'),
      ...under('mutation history.', 'restore restorePage undo'),
      ...under('query releases.', 'list get content describeTime'),
      ...under(
        'mutation releases.',
        'create rename drop decide comment schedule publish undo cancel reopen preview withdrawPreview',
      ),
      'query inbox.list',
      ...under('mutation inbox.', 'markRead delete'),
      ...under('query jobs.', 'overview parked parkedCount'),
      ...under('mutation jobs.', 'retry retryAll remove pause resume'),
      'query landing.content',
      'mutation landing.show',
      ...under('mutation presence.', 'announce leave'),
      'query users.ofAccount',
      'mutation users.setPassword',
      'query telephony.clients.list',
      ...under('mutation telephony.clients.', 'save create delete reorder sync'),
    ],
  },
  { access: 'signed', entries: ['POST /api/twilio/incoming', 'POST /api/twilio/status/:row'] },
  { access: 'operator', entries: ['GET /metrics'] },
];

/** Status of the answer for each access; 'in': the entry point itself answers. */
type Cells = Readonly<Record<Access, 'in' | 401 | 403>>;

const stranger: Cells = {
  everyone: 'in',
  signedIn: 401,
  signedInByCookie: 401,
  admin: 401,
  adminByCookie: 401,
  signed: 403,
  operator: 403,
};
const client: Cells = { ...stranger, signedIn: 'in', signedInByCookie: 'in', admin: 403, adminByCookie: 403 };
const admin: Cells = { ...client, admin: 'in', adminByCookie: 'in' };

/** The callers, and what each gets. `writes: 403`: the anti-forgery check refuses the caller's writes. */
export const callers = {
  'a visitor': { cells: stranger },
  'a client': { cells: client },
  'another client': { cells: client },
  'a user without an account': { cells: client },
  'an admin': { cells: admin },
  'an admin in a browser': { cells: admin },
  'an admin from another site': { cells: admin, writes: 403 },
  'an admin with another anti-forgery value': { cells: admin, writes: 403 },
  'a deactivated user': { cells: stranger },
  'a user of a deactivated account': { cells: stranger },
  'an expired session': { cells: stranger },
  'a session that was signed out': { cells: stranger },
  'a made-up token': { cells: stranger },
  'a token in another scheme': { cells: stranger },
  'a download token in place of a bearer token': { cells: stranger },
  'a bearer token in place of a download cookie': { cells: stranger, writes: 403 },
  'an admin’s download cookie': {
    cells: { ...stranger, signedInByCookie: 'in', adminByCookie: 'in' },
    writes: 403,
  },
  'an admin’s download cookie with the anti-forgery value': {
    cells: { ...stranger, signedInByCookie: 'in', adminByCookie: 'in' },
  },
  'a client’s download cookie': {
    cells: { ...stranger, signedInByCookie: 'in', adminByCookie: 403 },
    writes: 403,
  },
  'an expired download cookie': { cells: stranger, writes: 403 },
  'a deactivated user’s download cookie': { cells: stranger, writes: 403 },
  'an admin’s download cookie beside a made-up token': { cells: stranger, writes: 403 },
} as const satisfies Record<string, { cells: Cells; writes?: 403 }>;
export type Caller = keyof typeof callers;

/** Writes without the anti-forgery check: forms that work without script, and servers' pings. */
export const withoutAntiForgery = [
  'POST /api/sendemail',
  'POST /api/subscribe',
  'POST /unsubscribe/:token',
  'POST /subscribe/confirm/:token',
  'POST /serverhealthstatus/*',
];

/** Mutations of signed-in users without an audit entry: signs of life, which change no data of the product. */
export const withoutAuditEntry = under('mutation presence.', 'announce leave');
