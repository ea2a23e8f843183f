/** A field of a record: two values as a save sends and a read answers them, and as the back office's procedures have them. */
interface DocumentedField {
  /** Name in the back office's procedures. */
  column: string;
  values: readonly [unknown, unknown];
  /** The same values in the back office, if other. */
  stored?: readonly [unknown, unknown];
}

/** A record's documented names. */
export interface DocumentedRecord {
  /** Router of the back office's procedures. */
  procedures: string;
  save: string;
  /** Path of the public read. */
  read?: string;
  /** Path and key of the list of one parent. */
  listOf?: readonly [path: string, key: string];
  remove?: readonly [path: string, key: string];
  id: string;
  /** Key of the parent's id, and the path that saves the parent. */
  parent?: readonly [key: string, save: string];
  fields: Readonly<Record<string, DocumentedField>>;
  /** Names of a picture: in a save, and its addresses in a read; the history has the first one. */
  picture?: { file: string; column: string; addresses: readonly string[] };
  /** Addresses in a read of the product's own pictures, which these tests leave empty. */
  otherPictures?: readonly string[];
  /** Further values of a read, computed from the id and the values of a save. */
  derived?: (id: number, values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Lists of child records in a read; empty for a new record. */
  lists?: readonly string[];
}

const text = (column: string, words: string): DocumentedField => ({ column, values: [words, `Other ${words}`] });
const oneOf = (column: string, first: unknown, second: unknown): DocumentedField => ({
  column,
  values: [first, second],
});
const bit = (column: string): DocumentedField => ({ column, values: [1, 0], stored: [true, false] });
const site = (name: string): Pick<DocumentedRecord, 'derived'> => ({
  derived: (_id, { SocialLinkID }) => ({
    [`${name}Name`]: SocialLinkID === 1 ? 'Facebook' : 'Twitter',
    [`${name}Icon`]: SocialLinkID === 1 ? 'uk-icon-facebook' : 'uk-icon-twitter',
  }),
});
const facebookOrTwitter: DocumentedField = { column: 'site', values: [1, 2], stored: ['Facebook', 'Twitter'] };

/** A heading: title, sub title and background image; `names` are id, title, sub title, file and address in a read. */
function heading(procedures: string, read: string, save: string, names: string): DocumentedRecord {
  const [id = '', title = '', subTitle = '', file = '', address = ''] = names.split(' ');
  const fields = { [title]: text('title', 'Title'), [subTitle]: text('subTitle', 'Sub title') };
  return { procedures, read, save, id, fields, picture: { file, column: 'backgroundImage', addresses: [address] } };
}

/**
 * The names of each record, written by hand from the specification (sections 3 and 7), spellings included: not derived from
 * the code that the tests check. `IsActive`, which all records have, is left out.
 */
export const documentedRecords: readonly DocumentedRecord[] = [
  {
    procedures: 'company.heading',
    read: 'getcompanymasterdetail',
    save: 'savecompany',
    id: 'CompanyID',
    fields: {
      CompanyName: text('name', 'Harbour'),
      CompanyAddress: text('address', 'Ropewalk 3'),
      Email: oneOf('email', 'a@harbour.example', 'b@harbour.example'),
      City: text('city', 'Port'),
      Zip: oneOf('zip', '04190', '12345'),
      ContactNumber: oneOf('contactNumber', '+15555550142', '+4930123456'),
      CopyrightText: text('copyrightText', '© Harbour'),
      // The product's own.
      CompanyAccentColor: oneOf('accentColor', '#14535f', '#f5b942'),
      CompanyTimeZone: oneOf('timeZone', 'Europe/Berlin', 'America/New_York'),
      CompanySecondColor: oneOf('secondColor', '#f5b942', '#14535f'),
      CompanyTypeface: oneOf('typeface', 'fraunces', 'sora'),
      CompanyCorners: oneOf('corners', 'square', 'round'),
      CompanyDensity: oneOf('density', 'compact', 'airy'),
    },
    picture: { file: 'CompanyLogoFile', column: 'logo', addresses: ['ApiBaseURL'] },
    otherPictures: ['CompanyDarkLogoURL'],
    lists: ['CompanySocialLinkDetail'],
  },
  {
    procedures: 'page.layout',
    read: 'getpagelayout',
    save: 'savepagelayout',
    id: 'PageLayoutID',
    fields: {
      SectionOrder: oneOf('sectionOrder', 'team hero', 'map pricing'),
      HiddenSections: oneOf('hiddenSections', 'facts', ''),
    },
  },
  {
    procedures: 'company.socialLinks',
    read: 'getsociallinkdetail',
    save: 'savesociallinkicon',
    remove: ['company/deletesociallink', 'SocialDetailID'],
    id: 'SocialDetailID',
    parent: ['CompanyID', 'savecompany'],
    fields: {
      SocialLinkID: facebookOrTwitter,
      LinkText: oneOf('link', 'https://facebook.com/harbour', 'https://twitter.com/harbour'),
    },
    ...site('CompanySocialLink'),
  },
  {
    procedures: 'menu.items',
    read: 'getnavbardetail',
    save: 'savenavbar',
    remove: ['deletenavbar', 'MenuId'],
    id: 'NavbarID',
    fields: { NavbarText: text('text', 'Our team'), NavbarLink: oneOf('link', 'team', 'pricing') },
    derived: (id) => ({ MenuId: id }),
  },
  {
    procedures: 'hero.heading',
    read: 'getdashboarddetail',
    save: 'savedashboardmaster',
    id: 'DashboardID',
    fields: {
      DashboardTitle: text('title', 'Title'),
      DashboardSubTitle: text('subTitle', 'Sub title'),
      DashboardDescription: text('description', 'Description'),
      DashboardVideoLink: oneOf('videoLink', 'https://vimeo.com/12345', 'https://vimeo.com/54321'),
    },
    picture: { file: 'DashboardLogoFile', column: 'logo', addresses: ['DashboardLogoURL'] },
    otherPictures: ['ApiImageURL'],
  },
  {
    procedures: 'hero.buttons',
    read: 'getdashboardbuttondetail',
    save: 'savedashboardbutton',
    remove: ['deletedashboardbutton', 'ButtonID'],
    id: 'DashboardButtonID',
    parent: ['DashboardID', 'savedashboardmaster'],
    fields: {
      DashboardButtonText: text('text', 'Send'),
      ButtonLink: oneOf('link', 'container_button_message', 'container_button_subscribe'),
      ButtonColor: oneOf('color', 'green_button', ''),
    },
    derived: (id) => ({ ButtonID: id }),
  },
  heading(
    'features.heading',
    'getfeaturemasterdetail',
    'savefeaturemaster',
    'FeatureID FeatureTitleText FeatureSubTitleText FeatureBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'features.items',
    read: 'getfeaturedetail',
    save: 'savefeaturedetail',
    remove: ['deletefeaturedetail', 'FeatureDetailID'],
    id: 'FeatureDetailID',
    parent: ['FeatureID', 'savefeaturemaster'],
    fields: {
      FeatureIconText: text('name', 'Name'),
      FeatureIconDescription: text('description', 'Description'),
      FeatureIcon: oneOf('icon', 'uk-icon-line-chart', 'uk-icon-clock-o'),
    },
  },
  {
    procedures: 'descriptions.items',
    read: 'getdescriptiondetail',
    save: 'savedescriptionmaster',
    id: 'DescriptionID',
    fields: {
      DescriptionTitleText: text('title', 'Title'),
      DescriptionSubTitleText: text('description', 'Description'),
      // The public page's reading (design, section 6).
      Position: { column: 'side', values: [1, 2], stored: ['left', 'right'] },
    },
    picture: {
      file: 'DescriptionBackgroundImageFile',
      column: 'backgroundImage',
      addresses: ['ApiImageURL', 'DescriptionBackgroundImage'],
    },
    // The page's second section, after the features.
    derived: () => ({ SectionID: 2 }),
  },
  heading(
    'services.heading',
    'getservicemasterdetail',
    'saveservicemaster',
    'ServiceID ServiceTitle ServiceSubTitle ServiceBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'services.items',
    read: 'getservicedetail',
    save: 'saveservicedetail',
    remove: ['deleteservicedetail', 'ServiceDetailID'],
    id: 'ServiceDetailID',
    parent: ['ServiceID', 'saveservicemaster'],
    fields: {
      ServiceIconText: text('name', 'Name'),
      ServiceIconDescription: text('description', 'Description'),
      ServiceIcon: oneOf('icon', 'uk-icon-html5', 'uk-icon-trophy'),
    },
  },
  heading(
    'pricing.heading',
    'getallplan',
    'savepriceplanmaster',
    'PricePlanID PricePlanHeader PricePlanSubTitle PricePlanBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'pricing.plans',
    read: 'getallplandetail',
    save: 'savepriceplandetail',
    remove: ['deleteplandetail', 'PlanDetailID'],
    id: 'PlanDetailID',
    parent: ['PricePlanID', 'savepriceplanmaster'],
    fields: {
      PlanTitle: text('title', 'Lifeboat'),
      PlanCost: oneOf('cost', '$7', '9 €'),
      PlanSelectText: text('buttonText', 'Climb in'),
      ButtonLink: oneOf('buttonLink', 'contact', 'team'),
      TagValue: text('tagValue', 'Best price'),
      IsBestPrice: bit('isBestPrice'),
    },
    picture: { file: 'PlanImageFile', column: 'image', addresses: ['PlanImage'] },
    lists: ['PlanFeatureList'],
  },
  {
    procedures: 'pricing.features',
    listOf: ['getallplanfeaturelist', 'PlanDetailID'],
    save: 'saveplanfeaturedetail',
    remove: ['deleteplanfeaturedetail', 'PlanFeatureID'],
    id: 'PlanFeatureID',
    parent: ['PlanDetailID', 'savepriceplandetail'],
    fields: { PlanFeatureText: text('text', 'Oars for four') },
  },
  heading(
    'subscribe.heading',
    'getsubscribedetail',
    'savesubscribemaster',
    'SubscribeID SubscribeTitleText SubscribeSubTitleText SubscribeBackgroundImageFile ApiImageURL',
  ),
  heading(
    'clients.heading',
    'getclientmasterdetail',
    'saveclientmaster',
    'ClientID ClientHeadingText ClientSubHeadingText ClientBackgroundImageFile ApiBaseImageURL',
  ),
  {
    procedures: 'clients.items',
    read: 'getclientdetail',
    save: 'saveclientdetail',
    remove: ['deleteclientdetail', 'ClientDetailID'],
    id: 'ClientDetailID',
    parent: ['ClientID', 'saveclientmaster'],
    fields: {
      ClientName: text('name', 'Ferry'),
      DisplayOrder: oneOf('displayOrder', 7, 3),
      SystemHealthStatusCode: oneOf('healthCode', 'code-0123456789-a', 'code-0123456789-b'),
      // 0 None, 1 15 Minutes, 2 30 Minutes, 3 Hour, 4 Day, 5 Week, 6 Month (specification, section 9).
      SystemHealthStatusCheckInterval: { column: 'checkInterval', values: [3, 6], stored: ['hour', 'month'] },
      TwilioClientId: oneOf('telephonyClientId', 7, null),
      ShowOnHomePage: bit('showOnHomePage'),
    },
    picture: { file: 'ClientLogoFile', column: 'logo', addresses: ['ClientLogo'] },
  },
  heading(
    'facts.heading',
    'getfactmasterdetail',
    'savefactmasterdetail',
    'FactID FactTitleText FactSubTitleText FactsBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'facts.items',
    read: 'getfactdetail',
    save: 'savefactdetail',
    remove: ['deletefactdetail', 'FactDetailID'],
    id: 'FactDetailID',
    parent: ['FactID', 'savefactmasterdetail'],
    fields: { FactsLabel: text('label', 'Cups'), LabelCount: oneOf('count', 12, 3916) },
    derived: (id) => ({ FactCounterID: id }),
  },
  heading(
    'projects.heading',
    'getprojectmasterdetail',
    'saveprojectmasterdetail',
    'ProjectID ProjectTItleText ProjectSubTitleText ProjectMasterBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'projects.items',
    read: 'getprojectdetail',
    save: 'saveprojectdetail',
    remove: ['deleteprojectdetail', 'ProjectDetailID'],
    id: 'ProjectDetailID',
    parent: ['ProjectID', 'saveprojectmasterdetail'],
    fields: { ProjectTitle: text('title', 'Pier'), ProjectDescription: text('description', 'Rebuilt') },
    picture: {
      file: 'ProjectBackgroundImageFile',
      column: 'backgroundImage',
      addresses: ['ApiImageURL', 'ProjectBackgroundImage'],
    },
  },
  heading(
    'team.heading',
    'getteammembermasterdetail',
    'saveteammembermasterdetail',
    'TeamID TeamTitleText TeamSubTitleText TeamBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'team.members',
    read: 'getteammemberdetail',
    save: 'saveteammemberdetail',
    remove: ['deleteteammemberdetail', 'TeamMemberID'],
    id: 'TeamMemberID',
    parent: ['TeamID', 'saveteammembermasterdetail'],
    fields: {
      FirstName: text('firstName', 'Ada'),
      LastName: text('lastName', 'Marsh'),
      Designation: text('designation', 'Pilot'),
      MemberDescription: text('description', 'Knows the tides'),
    },
    picture: { file: 'TeamMemberImageFile', column: 'photo', addresses: ['ApiImageURL', 'TeamMemberImage'] },
    derived: (_id, { FirstName, LastName }) => ({ FullName: `${FirstName} ${LastName}` }),
    lists: ['TeamMemberSocialDetails'],
  },
  {
    procedures: 'team.socialLinks',
    listOf: ['getteammembesocialdetail', 'TeamMemberID'],
    save: 'saveteammembersocialdetail',
    remove: ['deleteteammembersocialdetail', 'SocialDetailID'],
    id: 'SocialDetailID',
    parent: ['TeamMemberID', 'saveteammemberdetail'],
    fields: {
      SocialLinkID: facebookOrTwitter,
      LinkText: oneOf('link', 'https://facebook.com/ada', 'https://twitter.com/ada'),
    },
    ...site('TeamMemberSocialLink'),
  },
  heading(
    'presentation.heading',
    'getvideopresentationmaster',
    'savevideopresentationmaster',
    'VideoPresentationID PresentationTitleText PresentationSubTitleText PresentationBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'presentation.videos',
    read: 'getvideopresentation',
    save: 'savevideopresentation',
    remove: ['deletevideoitemdetail', 'VideoLinkID'],
    id: 'VideoLinkID',
    parent: ['VideoPresentationID', 'savevideopresentationmaster'],
    fields: { VideoLinkText: oneOf('link', 'https://vimeo.com/12345', 'https://vimeo.com/54321') },
    picture: { file: 'VideoLinkTextFile', column: 'poster', addresses: ['ApiImageURL'] },
  },
  heading(
    'customers.heading',
    'getcustomermasterdetail',
    'savecustomermaster',
    'CustomerID CustumerTitleText CustomerSubTitleText CustomerBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'customers.items',
    read: 'getcustomerdetail',
    save: 'savecustomerdetail',
    remove: ['deletecustomerdetail', 'CustomerDetailID'],
    id: 'CustomerDetailID',
    parent: ['CustomerMasterID', 'savecustomermaster'],
    fields: {
      CustomerFirstName: text('firstName', 'Otto'),
      CustomerLastName: text('lastName', 'Quay'),
      CustomerDesignation: text('designation', 'Skipper'),
    },
    picture: { file: 'CustomerPhotoFile', column: 'photo', addresses: ['ApiImageURL', 'CustomerPhoto'] },
    derived: (_id, { CustomerFirstName, CustomerLastName }) => ({
      CustomerFullName: `${CustomerFirstName} ${CustomerLastName}`,
    }),
    lists: ['CustomerFeedback'],
  },
  {
    procedures: 'customers.feedback',
    read: 'getcustomerfeedbackdetail',
    save: 'savecustomerfeedbackdetail',
    remove: ['deletecustomerFeedbackdetail', 'CustomerFeedbackID'],
    id: 'CustomerFeedbackID',
    parent: ['CustomerID', 'savecustomerdetail'],
    fields: { CustomerFeedbackText: text('text', 'Came at once') },
  },
  heading(
    'promo.heading',
    'getpromomasterdetail',
    'savepromomasterdetail',
    'PromoID PromoTitle PromoSubTitle PromoBackgroundImageFile ApiImageURL',
  ),
  heading(
    'contactForm.heading',
    'getintouchmasterdetail',
    'savegetintouchmasterdetail',
    'ID TitleText SubTitleText BackgroundImageFile ApiBaseImageURL',
  ),
  heading(
    'contactDetails.heading',
    'getcontactmaster',
    'savecontactmaster',
    'ContactID ContactTitleText ContactSubTitleText ContactBackgroundImageFile ApiImageURL',
  ),
  {
    procedures: 'contactDetails.lines',
    read: 'getcontactdetail',
    save: 'savecontactdetail',
    remove: ['deletecontactdetail', 'ContactDescriptionID'],
    id: 'ContactDescriptionID',
    parent: ['ContactID', 'savecontactmaster'],
    fields: {
      ContactName: text('name', 'Harbour office'),
      ContactDescription: text('description', 'Ropewalk 3'),
      ContactIcon: oneOf('icon', 'uk-icon-map-marker', 'uk-icon-envelope'),
    },
  },
  {
    procedures: 'map.heading',
    read: 'getmapdetail',
    save: 'savemapdetail',
    id: 'MapID',
    fields: {
      GoogleMapIframe: {
        column: 'embed',
        values: [frame('1'), frame('2')],
        stored: ['https://www.google.com/maps/embed?pb=1', 'https://www.google.com/maps/embed?pb=2'],
      },
    },
  },
];

function frame(place: string): string {
  return `<iframe src="https://www.google.com/maps/embed?pb=${place}" width="100%" height="644" loading="lazy"></iframe>`;
}
