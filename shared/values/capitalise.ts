/** Returns a text with a capital as its first letter. */
export const capitaliseFirst = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())
