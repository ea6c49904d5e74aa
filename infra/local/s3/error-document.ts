import type { Failure } from '../stand-in/failure.ts'
import { xmlDocument, xmlElement } from '../stand-in/xml.ts'

/** Returns an error as the XML document that S3 sends. */
export function errorDocument({ name, message, details }: Failure, requestId: string): string {
  const more = Object.entries(details).map(([key, value]) => xmlElement(key, value))
  return xmlDocument(
    `<Error>${xmlElement('Code', name)}${xmlElement('Message', message)}${more.join('')}${xmlElement('RequestId', requestId)}${xmlElement('HostId', 'local')}</Error>`,
  )
}
