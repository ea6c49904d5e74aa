import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../../shared/api/parts/imports.ts'
import { objectKeyOf } from '../../../testing/bucket.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { buildCsv, deleteUpload, korenaar, prepareContractImports } from '../../../testing/worlds/contract-imports.ts'

let world: World
let sophie: Person
let admin: string

beforeAll(async () => {
  world = await startWorld()
  sophie = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
  admin = await world.session(sophie)
})
afterAll(() => world.stop())

const { deliver, takenIn, uploadOf, uploads } = prepareContractImports(
  () => world,
  () => admin,
)

describe('every import ends', () => {
  it('and is listed as soon as it was dropped; the event of its copy imports it, in any order', async () => {
    const bytes = buildCsv({ 'Sale ID': 'S-61', Klantnaam: 'Gezien', 'Geldig tot': '01-01-2027' })
    const copy = await takenIn('gezien.csv', bytes)
    const waiting = { state: 'wordt verwerkt', isWaiting: true, stats: { totalRows: 0 } }
    expect(await uploadOf('gezien.csv')).toMatchObject(waiting)
    await deliver('contracts/gezien.csv')
    expect(await uploadOf('gezien.csv')).toMatchObject(waiting)
    await deliver(copy)
    await deleteUpload('contracts/gezien.csv')
    await deliver('contracts/gezien.csv')
    const all = (await uploads()).filter(({ filename }: { filename: string }) => filename === 'gezien.csv')
    expect(all).toMatchObject([{ state: 'klaar', isWaiting: false, stats: { created: 1 } }])
  })

  it('while another file is dropped, in a queue that delivers two events at a time', async () => {
    const { handleUploadBatch } = await import('../../../events/upload-batch.ts')
    const { contractImport } = await import('./importing.ts')
    const both = Promise.withResolvers<void>()
    const idle = Promise.withResolvers<void>()
    const drop = async (name: string) => {
      const row = { 'Sale ID': name, Klantnaam: name, 'Geldig tot': '01-01-2027' }
      await world.s3.put('uploads', `contracts/${name}.csv`, buildCsv(row), 'text/csv')
      hear()
    }
    const begun = new Set<string>()
    const kind: typeof contractImport = {
      ...contractImport,
      storing: async (upload, permit) => {
        begun.add(upload.filename)
        if (begun.size === 1) await drop('ernaast')
        else both.resolve()
        hear()
        await both.promise
        return contractImport.storing(upload, permit)
      },
    }
    const refused: object[] = []
    let heard = world.created.length
    let busy = 0
    function hear() {
      for (; busy < 2 && heard < world.created.length; busy++) {
        const Records = [{ messageId: 'm', body: JSON.stringify(world.created[heard++]) }]
        handleUploadBatch('test', { Records } as unknown as SQSEvent, kind).then(({ batchItemFailures }) => {
          refused.push(...batchItemFailures)
          busy--
          hear()
        }, idle.reject)
      }
      if (busy === 0) idle.resolve()
    }
    await drop('eerst')
    await idle.promise
    expect(refused).toEqual([])
    const end = { state: 'klaar', stats: { created: 1 } }
    expect([await uploadOf('eerst.csv'), await uploadOf('ernaast.csv')]).toMatchObject([end, end])
  })

  it('as one upload for each file dropped under the same name; one replaced before its import fails', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const key = 'contracts/zelfde-naam.csv'
    const put = async (name: string, count: number) => {
      const row = (n: number) => ({ 'Sale ID': `${name}-${n}`, Klantnaam: name, 'Geldig tot': '01-01-2027' })
      await world.s3.put('uploads', key, buildCsv(...Array.from({ length: count }, (_, n) => row(n))), 'text/csv')
      return world.created.at(-1)?.Records[0]?.s3.object.eTag ?? ''
    }
    const ofName = async () =>
      (await uploads())
        .filter(({ filename }: { filename: string }) => filename === 'zelfde-naam.csv')
        .map(({ state, error, stats }: { state: string; error: string | null; stats: { created: number } }) =>
          [state, stats.created, error?.includes('vervangen') ?? false].join(' '),
        )
        .sort()
    const replaced = await put('Vervangen', 2)
    const begun = await put('Begonnen', 60)
    const kind = { ...contractImport, windowRows: 25 }
    const by = { permit: asSystem('test'), until: 0, etag: begun }
    expect(await runAsFunction('contract-import', () => importUpload(kind, key, by))).toBeNull()
    const own = objectKeyOf(world.created.at(-1))
    const once = runAsFunction('contract-import', () => importUpload(kind, own, by))
    await expect(once).rejects.toThrow('no time left')
    const last = await put('Laatste', 3)
    for (const etag of [replaced, begun, last, begun]) await deliver(key, etag)
    await deliver(own)
    expect(await ofName()).toEqual(['klaar 3 false', 'klaar 60 false', 'mislukt 0 true'])
    const { body } = await world.call('GET', '/api/contracts/uploads', { as: admin })
    const { id } = body.find((one: { stats: { created: number } }) => one.stats.created === 60)
    expect((await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as: admin })).status).toBe(200)
    await deliver(own)
    expect((await world.call('GET', `/api/contracts/uploads/${id}`, { as: admin })).body).toMatchObject({
      state: 'teruggedraaid',
      undone: { removed: 60, kept: 0 },
    })
  })

  it('again when the same file is dropped again, as after its undo', async () => {
    const key = 'contracts/weer.csv'
    const drop = () =>
      world.s3.put('uploads', key, buildCsv({ 'Sale ID': 'S-62', Klantnaam: 'Weer', 'Geldig tot': '01-01-2027' }), '')
    const ofName = async () => (await uploads()).filter(({ filename }: { filename: string }) => filename === 'weer.csv')
    await drop()
    await deliver(key)
    await deliver(key)
    const [{ id }] = await ofName()
    await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as: admin })
    await deliver(objectKeyOf(world.created.at(-1)))
    world.travel(Date.now() + 60_000)
    await drop()
    await deliver(key)
    expect(await ofName()).toMatchObject([{ state: 'klaar', stats: { created: 1 } }, { state: 'teruggedraaid' }])
  })

  it('under the name in its metadata, encoded or not; a folder is no file', async () => {
    const { putUpload } = await import('../../platform/aws/files.ts')
    const row = { 'Sale ID': 'S-63', Klantnaam: 'Procent', 'Geldig tot': '01-01-2027' }
    await putUpload('contracts/procent.csv', buildCsv(row), 'text/csv', { filename: '100%.csv' })
    await deliver('contracts/procent.csv')
    expect(await uploadOf('100%.csv')).toMatchObject({ state: 'klaar', stats: { created: 1 } })
    const { length } = await uploads()
    await putUpload('contracts/map/', Buffer.alloc(0), 'application/x-directory', {})
    await deliver('contracts/map/')
    expect(await uploads()).toHaveLength(length)
  })

  it('as failed when it is too large, and never with a later file of the same name', async () => {
    const key = 'contracts/te-groot.csv'
    await world.s3.put('uploads', key, Buffer.alloc(MAX_UPLOAD_BYTES + 1), 'text/csv')
    await deliver(key)
    const { id, ...large } = await uploadOf('te-groot.csv')
    expect(large).toMatchObject({ state: 'mislukt', error: expect.stringContaining('het maximum is 50 MB') })
    await world.s3.put('uploads', key, buildCsv(korenaar), 'text/csv')
    const replies = [
      await world.call('GET', `/api/contracts/uploads/${id}/preview`, { as: admin }),
      await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as: admin }),
    ]
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual(
      replies.map(() => [409, expect.stringContaining('is er niet meer')]),
    )
  })

  it('also for a copy that somebody made of an object, as an upload of its own', async () => {
    const name = 'kopie.csv'
    await world.s3.put('uploads', `contracts/${name}`, buildCsv({ ...korenaar, 'Sale ID': 'S-70' }), 'text/csv')
    await deliver(`contracts/${name}`)
    const { id } = await uploadOf(name)
    const { putUpload } = await import('../../platform/aws/files.ts')
    await putUpload('contracts/nog-eens.csv', buildCsv({ ...korenaar, 'Sale ID': 'S-71' }), 'text/csv', {
      ...{ filename: 'nog-eens.csv', check: 'never', 'upload-id': id },
    })
    await deliver('contracts/nog-eens.csv')
    expect(await uploadOf('nog-eens.csv')).toMatchObject({ state: 'klaar', stats: { totalRows: 1, errors: 0 } })
    expect((await uploadOf('nog-eens.csv')).id).not.toBe(id)
  })

  it('tells every admin that a file of nobody known waits for the meaning of its columns', async () => {
    const bea = await world.person({ role: 'admin', firstName: 'Bea', lastName: 'Beheer' })
    const leader = await world.person({ role: 'teamleader' })
    await deliver(await takenIn('vreemd.csv', Buffer.from('Kolom A;Kolom B\r\nBakkerij;12\r\nSlager;13\r\n')))
    expect(await uploadOf('vreemd.csv')).toMatchObject({ state: 'controle nodig' })
    const toldOf = async (person: Person) => {
      const { body } = await world.call('GET', '/api/notifications', { as: await world.session(person) })
      return body.map(({ kind, text }: { kind: string; text: string }) => `${kind} ${text}`)
    }
    expect(await toldOf(sophie)).toContain('upload-asks vreemd.csv')
    expect(await toldOf(bea)).toEqual(['upload-asks vreemd.csv'])
    expect(await toldOf(leader)).toEqual([])
  })

  it('in the audit: a failed one as failed, a dropped one under its uploader', async () => {
    const { putUpload } = await import('../../platform/aws/files.ts')
    await putUpload('contracts/foto.csv', Buffer.from('%PDF-1.7'), 'text/csv', {
      'uploaded-by': sophie.id,
      filename: 'foto.csv',
    })
    await deliver('contracts/foto.csv')
    const logs = (await world.call('GET', '/api/audit-logs?limit=500', { as: admin })).body
    const row = logs.find((one: { newData?: { filename?: string } }) => one.newData?.filename === 'foto.csv')
    expect(row).toMatchObject({ action: 'contract.import-failed', userId: sophie.id, userName: 'Sophie de Jong' })
  })
})
