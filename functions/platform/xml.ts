const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for an XML element or attribute; drops characters that XML does not allow. */
export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
