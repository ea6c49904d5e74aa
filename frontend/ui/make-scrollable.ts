/** Returns the attributes of a part with this name, such as a wide table, that the keyboard scrolls too. */
export const makeScrollable = (name: string) => ({ role: 'group', tabIndex: 0, 'aria-label': name }) as const
