/** Keys under which a browser tab remembers how an admin edits the page in place. */
export const pageEditingKeys = {
  /** Whether the outlines are on. */
  isOn: 'editsPage',
  /** Id of the section to come back to from its panel. */
  section: 'editedSection',
} as const;
