/** Local storage keys of the session (specification, section 3). */
export const sessionKeys = {
  token: 'loggedInUser',
  userName: 'loggedInUserName',
  expiresIn: 'loggedInUserExpiresIn',
  role: 'loggedInUserRole',
  expires: 'expires',
  twilioClientId: 'twilioClientID',
} as const;
