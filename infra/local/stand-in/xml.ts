const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Escapes text for an XML element. */
const escapeXml = (text: string): string => text.replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character)

/** Returns the XML element `<name>value</name>`, with the value escaped. */
export const xmlElement = (name: string, value: string | number | boolean): string =>
  `<${name}>${escapeXml(String(value))}</${name}>`

/** Returns an XML document with this content. */
export const xmlDocument = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`
