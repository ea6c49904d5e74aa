const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as XML takes it, in an element or an attribute; what XML has no place for is left out. */
export const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
