import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'

const client = new S3Client({})
const bucket = () => process.env['DOCUMENTS_BUCKET'] ?? ''
const folderOf = (folder: string) => join(folder, 'documents')
const listOf = (folder: string) => join(folder, 'documents.json')

/** Copies every document to files in `folder`, and their content types to a list. Returns their number. */
export async function exportDocuments(folder: string): Promise<number> {
  const types: Record<string, string> = {}
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket() })) {
    for (const { Key = '' } of Contents) {
      const { Body, ContentType = '' } = await client.send(new GetObjectCommand({ Bucket: bucket(), Key }))
      if (!Body) throw new Error(`The document ${Key} has no body`)
      const file = join(folderOf(folder), Key)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, await Body.transformToByteArray())
      types[Key] = ContentType
    }
  }
  await writeFile(listOf(folder), JSON.stringify(types))
  return Object.keys(types).length
}

/**
 * Stores the documents of an export. Returns their number. Throws when one is not what it was, as its name ends with
 * the SHA-256 of its bytes.
 */
export async function importDocuments(folder: string): Promise<number> {
  const types = JSON.parse(await readFile(listOf(folder), 'utf8')) as Readonly<Record<string, string>>
  for (const [Key, ContentType] of Object.entries(types)) {
    const Body = await readFile(join(folderOf(folder), Key))
    const hash = createHash('sha256').update(Body).digest('hex')
    if (!Key.endsWith(`/${hash}`)) throw new Error(`The document ${Key} was changed in the export`)
    await client.send(new PutObjectCommand({ Bucket: bucket(), Key, Body, ContentType }))
  }
  return Object.keys(types).length
}
