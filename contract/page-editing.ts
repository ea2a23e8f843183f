/** Session storage keys for editing the page in place. */
export const pageEditingKeys = {
  /** Whether the edit outlines are shown. */
  isOn: 'editsPage',
  /** Id of the section to return to after editing. */
  section: 'editedSection',
} as const;
