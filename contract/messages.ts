/** Messages of the specification, verbatim (sections 5 and 8), including its spelling. */
export const messages = {
  technicalIssue: 'We have faced some technical issue. Please contact administrator related to the issue.',
  unauthorizedTitle: 'UnAuthorized!!',
  errorTitle: 'Error!',
  contactThanks: 'Thanks for reaching out to us. We will get back to you very soon.',
  contactSent: 'Your message has been sent successfully.',
  contactHint: 'E-mail must be valid and message must be longer than 1 character.',
  emailAdded: 'E-mail has been added successfully.',
  saved: 'Save Succesfull',
  deleted: 'Delete Succesfull',
  wentWrong: 'Something Went Wrong',
  checkConnection: 'Please Check your connection',
  clientSaved: 'Client details saved successfully',
  contactAdded: 'Contact added successfull',
  contactDeleted: 'Contact deleted successfully.',
  healthUrlCopied: 'Health status check url copied.',
  healthTitle: 'Health Status Check',
  pngOnly: 'Please upload PNG file',
  pngOrJpeg: 'Please upload PNG or JPEG file',
  imageTooLarge: 'Max 5Mb allowed.',
  defaultClient: 'You Cannot Delete Default Number.',
  confirmDelete: 'Are you sure want to delete?',
  userNameRequired: 'Username field is required',
  passwordRequired: 'Password field is required',
  tagTooShort: 'Minimum six Character',
} as const;

/** Toast titles of the specification (section 8). */
export const titles = { success: 'Success', error: 'Error', delete: 'Delete' } as const;
