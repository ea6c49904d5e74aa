import type { Failure } from './failure.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Text as it stands in an XML element. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character)

/** `<name>value</name>`, the value escaped. */
export const element = (name: string, value: string | number | boolean): string =>
  `<${name}>${escapeXml(String(value))}</${name}>`

export const document = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`

/** S3's form of an error. */
export function errorDocument({ name, message, details }: Failure, requestId: string): string {
  const more = Object.entries(details).map(([key, value]) => element(key, value))
  return document(
    `<Error>${element('Code', name)}${element('Message', message)}${more.join('')}${element('RequestId', requestId)}${element('HostId', 'local')}</Error>`,
  )
}
