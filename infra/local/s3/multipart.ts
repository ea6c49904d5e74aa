import { serviceError } from '../stand-in/failure.ts'
import { createByteReader, type Reader } from './reader.ts'

/** A form as the browser posts it: the fields before the file, and the file's bytes. */
export interface PostedForm {
  /** Fields by their name in lower case. */
  readonly fields: ReadonlyMap<string, string>
  readonly file: { readonly name: string; readonly bytes: AsyncIterable<Buffer> }
}

const FIELDS_LIMIT = 20_480
const malformed = (message: string) => serviceError('MalformedPOSTRequest', message)

/**
 * Reads a multipart/form-data body up to its file; the result gives the file's bytes. Ignores what follows the file, as
 * S3 does. Throws PreconditionFailed for another content type, MalformedPOSTRequest for a malformed body,
 * InvalidArgument without a file, MaxPostPreDataLengthExceeded for over 20 KB of fields.
 */
export async function readForm(contentType: string, body: AsyncIterable<Buffer>): Promise<PostedForm> {
  const [, quoted, bare] = contentType.match(/^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) {
    throw serviceError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
      status: 412,
      details: { Condition: 'Bucket POST must be of the enclosure-type multipart/form-data' },
    })
  }
  const reader = createByteReader(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  if ((await reader.line(FIELDS_LIMIT)) !== `--${boundary}`)
    throw malformed('The body does not begin with its boundary')
  const fields = new Map<string, string>()
  let size = 0
  for (;;) {
    const part = await readPartHeaders(reader)
    if (part.name.toLowerCase() === 'file')
      return { fields, file: { name: part.filename, bytes: reader.until(delimiter) } }
    const value = await readField(reader, delimiter, FIELDS_LIMIT - size)
    size += part.name.length + value.length
    fields.set(part.name.toLowerCase(), value.toString())
    if ((await reader.line(FIELDS_LIMIT)).startsWith('--')) {
      throw serviceError('InvalidArgument', 'POST requires exactly one file upload per request.', {
        details: { ArgumentName: 'file', ArgumentValue: '0' },
      })
    }
  }
}

async function readPartHeaders(reader: Reader): Promise<{ name: string; filename: string }> {
  let name: string | undefined
  let filename = ''
  for (let line = await reader.line(FIELDS_LIMIT); line !== ''; line = await reader.line(FIELDS_LIMIT)) {
    if (!/^content-disposition:/i.test(line)) continue
    name = line.match(/;\s*name="([^"]*)"/i)?.[1]
    filename = line.match(/;\s*filename="([^"]*)"/i)?.[1] ?? ''
  }
  if (name === undefined) throw malformed('A part of the form has no name')
  return { name, filename }
}

async function readField(reader: Reader, delimiter: Buffer, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of reader.until(delimiter)) {
    size += piece.length
    if (size > limit) {
      throw serviceError(
        'MaxPostPreDataLengthExceeded',
        'Your POST request fields preceding the upload file were too large.',
      )
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
