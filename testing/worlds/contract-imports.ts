import { createHash } from 'node:crypto'
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { deliverEvent, deliverObjectEvent as deliverTo, objectKeyOf } from '../bucket.ts'
import { eanOf } from '../spreadsheets.ts'
import type { World } from '../world.ts'

/** Row of a sheet: its cells by header. */
type Row = Record<string, string>

/** Builds a CSV with `;` between cells; its columns are the headers of all rows. */
export function buildCsv(...rows: Row[]): Buffer<ArrayBuffer> {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return Buffer.from(
    [headers, ...rows.map((row) => headers.map((name) => row[name] ?? ''))].map((one) => one.join(';')).join('\r\n'),
  )
}

/** Returns the reasons that an import's reply gives about its rows. */
export const rowReasonsOf = (body: { details: { reason: string }[] }): string[] =>
  body.details.map(({ reason }) => reason)

/** Returns the id that an import derives from the text that identifies a contract or upload: 32 digits of its hash. */
export const importIdOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Returns a contract as stored, or null. */
export async function findContract(id: string) {
  const { Contracts } = await import('../../functions/contracts/entity.ts')
  return (await Contracts.get({ id }).go()).data
}

/** Deletes an object of the upload bucket. */
export const deleteUpload = (Key: string) => new S3Client({}).send(new DeleteObjectCommand({ Bucket: 'uploads', Key }))

/** A valid row of a list of contracts; `Kleur` is a column that imports do not know. */
export const korenaar = {
  'Sale ID': 'S-1',
  Klantnaam: 'Bakkerij De Korenaar',
  Telefoon: '0475123456',
  'E-mail': 'info@korenaar.nl',
  Adres: 'Markt',
  Huisnummer: '1',
  Toevoeging: 'A',
  Postcode: '6041 AB',
  Leverancier: 'Eneco',
  'EAN stroom': eanOf(1),
  Tekendatum: '01-12-2023',
  Looptijd: '36',
  'Geldig tot': '01-12-2026',
  Kleur: 'blauw',
}

/**
 * Returns functions that import lists of contracts as an admin, in a world (the back end of one test file). `admin`
 * returns the admin's session.
 */
export function prepareContractImports(world: () => World, admin: () => string) {
  /** Uploads a file as the screen does; returns the reply. */
  async function upload(bytes: Uint8Array, filename = 'lijst.csv') {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], filename))
    const request = new Response(form)
    return world().call('POST', '/api/contracts/upload', {
      as: admin(),
      body: new Uint8Array(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
  }
  /** Uploads a file, which must succeed; returns the body of the reply. */
  async function imported(bytes: Uint8Array, filename?: string) {
    const reply = await upload(bytes, filename)
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  /** Returns the events so far of a file dropped in the bucket: its own, then those of its copy. */
  const eventsOf = (filename: string) => world().created.filter((event) => objectKeyOf(event).endsWith(`/${filename}`))
  /** Drops a file in the bucket and handles its event; returns the key of its copy, which is not imported yet. */
  async function takenIn(filename: string, bytes: Uint8Array) {
    await world().s3.put('uploads', `contracts/${filename}`, bytes, 'text/csv')
    const [dropped] = eventsOf(filename)
    expect(await deliverEvent('contract-import', dropped)).toBe(true)
    const [, copied] = eventsOf(filename)
    return objectKeyOf(copied)
  }
  const uploads = async () => (await world().call('GET', '/api/contracts/uploads', { as: admin() })).body
  return {
    upload,
    imported,
    eventsOf,
    takenIn,
    uploads,
    uploadOf: async (filename: string) =>
      (await uploads()).find((one: { filename: string }) => one.filename === filename),
    deliver: (key: string, eTag?: string) => deliverTo(world(), 'contract-import', key, eTag),
    retry: (id: string) => world().call('POST', `/api/contracts/uploads/${id}/retry`, { as: admin() }),
  }
}
