import { S3Client } from '@aws-sdk/client-s3'
import type { S3Event } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochOf, now } from '../../../shared/time.ts'
import { deliverEvent, deliverObjectEvent as deliverTo, objectKeyOf } from '../../../testing/bucket.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import {
  buildCsv,
  deleteUpload,
  importIdOf,
  korenaar,
  prepareContractImports,
} from '../../../testing/worlds/contract-imports.ts'
import type { contractImport } from './importing.ts'

let world: World
let sophie: Person
let admin: string

beforeAll(async () => {
  world = await startWorld()
  sophie = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
  admin = await world.session(sophie)
})
afterAll(() => world.stop())

const { deliver, eventsOf, retry, takenIn, upload, uploadOf, uploads } = prepareContractImports(
  () => world,
  () => admin,
)

describe('every import ends', () => {
  it('as failed when its object is deleted before it is read', async () => {
    const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
    const stats = { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 }
    const begun = {
      list: 'uploads' as const,
      uploadedBy: 'system:uploads',
      uploadedAt: '2026-11-21T08:00:00.000Z',
      state: 'wordt verwerkt' as const,
      stats,
      details: [],
    }
    const key = `contracts/${crypto.randomUUID()}/later-weg.csv`
    await Uploads.put({ ...begun, id: importIdOf('contracts/weg.csv\nabc'), filename: 'weg.csv' }).go()
    // This upload has made progress (`position`), and its event is delivered below for the fifth and last time.
    await Uploads.put({ ...begun, id: importIdOf(key), key, filename: 'later-weg.csv', attempts: 0, position: 25 }).go()
    await deliver('contracts/weg.csv', 'abc')
    const object = { key, eTag: 'abc' }
    expect(await deliverEvent('contract-import', { Records: [{ s3: { object } }] } as S3Event, 5)).toBe(true)
    // The dropped file and its copy are deleted after the copying.
    const copy = await takenIn('kopie-weg.csv', buildCsv(korenaar))
    await Promise.all(['contracts/kopie-weg.csv', copy].map(deleteUpload))
    await deliver(copy)
    const end = { state: 'mislukt', error: expect.stringContaining('verwijderd') }
    const names = ['weg.csv', 'later-weg.csv', 'kopie-weg.csv']
    expect(await Promise.all(names.map(uploadOf))).toMatchObject([end, end, end])
  })

  it('as failed after its attempts crashed, as done when one more succeeds', async () => {
    const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
    const stats = { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 }
    const begun = {
      list: 'uploads' as const,
      uploadedBy: 'system:uploads',
      uploadedAt: '2026-11-21T08:00:00.000Z',
      state: 'wordt verwerkt' as const,
      stats,
      details: [],
    }
    for (const [name, attempts] of [
      ['crash', 4],
      ['herstel', 1],
    ] as const) {
      const key = `contracts/${name}.csv`
      await world.s3.put(
        'uploads',
        key,
        buildCsv({ 'Sale ID': `S-${name}`, Klantnaam: name, 'Geldig tot': '01-01-2027' }),
        'text/csv',
      )
      const { findUploadObject } = await import('../../platform/aws/files.ts')
      const etag = (await findUploadObject(key))?.etag
      await Uploads.put({ ...begun, id: importIdOf(`${key}\n${etag}`), key, filename: `${name}.csv`, attempts }).go()
      await deliver(key, etag)
    }
    expect(await uploadOf('crash.csv')).toMatchObject({
      state: 'mislukt',
      error: expect.stringContaining('afgebroken'),
      isGivenUp: true,
    })
    const { id } = await uploadOf('crash.csv')
    expect((await retry(id)).body).toEqual({ state: 'wordt verwerkt' })
    expect((await retry(id)).body).toEqual({ state: 'wordt verwerkt' })
    await deliver('contracts/crash.csv')
    expect(await uploadOf('crash.csv')).toMatchObject({ state: 'klaar', error: null, stats: { created: 1 } })
    expect((await retry(id)).body.message).toMatch(/Alleen een gestopte upload/)
    expect(await uploadOf('herstel.csv')).toMatchObject({ state: 'klaar', stats: { created: 1 } })
  })

  describe('when the process ended', () => {
    type Changes = Partial<Pick<typeof contractImport, 'read' | 'storing'>>

    /** Puts a file in the bucket as the screen does; returns functions that attempt to import it. */
    async function begun(type: 'contract' | 'lead') {
      const [{ contractImport }, { leadImport }] = await Promise.all([
        import('./importing.ts'),
        import('../../leads/import/importing.ts'),
      ])
      const kind = type === 'lead' ? leadImport : contractImport
      const { importUpload } = await import('../../spreadsheets/imports/import.ts')
      const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
      const { newUploadKey, uploadIdOf, uploadMetadata } = await import('../../spreadsheets/imports/upload-key.ts')
      const { putUpload } = await import('../../platform/aws/files.ts')
      const { asSystem } = await import('../../platform/actor.ts')
      const key = newUploadKey(`${type}s`, 'einde.csv')
      const id = uploadIdOf(key)
      const rows = Array.from({ length: 60 }, (_, at) => `Eind ${id} ${at};061234${1000 + at};01-01-2027`)
      const bytes = Buffer.from(['Klantnaam;Telefoon;Geldig tot', ...rows].join('\r\n'))
      await putUpload(key, bytes, 'text/csv', uploadMetadata(sophie.id, 'einde.csv'))
      const stored = async () => (await Uploads.get({ id }).go({ consistent: true })).data
      let whenKilled: Awaited<ReturnType<typeof stored>> = null
      return {
        stored,
        /** Ends the process at the place that calls this. */
        die: async (): Promise<never> => {
          const found = await stored()
          whenKilled ??= found
          throw new Error('The process ends')
        },
        attempt: async (changes: Changes) => {
          whenKilled = null
          const dying = { ...kind, windowRows: 25, ...changes } as typeof contractImport
          await runAsFunction(`${type}-import`, () => importUpload(dying, key, { permit: asSystem('test') })).catch(
            (error: Error) => expect(error.message).toBe('The process ends'),
          )
          // Nothing runs after a process ended, so its upload stays as it was at that moment.
          if (whenKilled) await Uploads.put(whenKilled).go()
          return whenKilled !== null
        },
        deliver: async () => {
          await deliverTo(world, `${type}-import`, key)
          const reply = await world.call('GET', `/api/${type}s/uploads/${id}`, { as: admin })
          return reply.body
        },
      }
    }
    const damaged = { state: 'mislukt', isGivenUp: false, error: expect.stringContaining('beschadigd') }

    it.each(['contract', 'lead'] as const)('while it read %ss, the next attempt refuses the file', async (type) => {
      const { attempt, deliver: deliverFile, die } = await begun(type)
      const read = () => ({ [Symbol.asyncIterator]: () => ({ next: die }) })
      expect(await attempt({ read })).toBe(true)
      expect(await deliverFile()).toMatchObject({ ...damaged, stats: { created: 0 } })
    })

    it('while it stored rows, the next attempt goes on', async () => {
      const { attempt, deliver: deliverFile, die } = await begun('contract')
      expect(await attempt({ storing: async () => die })).toBe(true)
      expect(await attempt({ storing: async () => die })).toBe(true)
      expect(await deliverFile()).toMatchObject({ state: 'klaar', stats: { created: 60 } })
    })

    it('at a later row, the attempts store the rows before it and refuse the file as damaged', async () => {
      const { attempt, deliver: deliverFile, die, stored } = await begun('contract')
      const { contractImport } = await import('./importing.ts')
      // An attempt that reads ahead removes the mark with its first rows; one that reads and stores in turns keeps it.
      const isFarEnough = async () => {
        const { isReading = false, position = 0 } = (await stored()) ?? {}
        expect(!isReading || position === 50).toBe(true)
      }
      async function* read(...args: Parameters<typeof contractImport.read>) {
        for await (const batch of contractImport.read(...args)) {
          if (batch.stats.totalRows > 50) {
            await vi.waitFor(isFarEnough, { timeout: 60_000, interval: 5 })
            await die()
          }
          yield batch
        }
      }
      let ends = 0
      while (ends < 9 && (await attempt({ read }))) ends++
      // How many windows an attempt stores before the process ends depends on how far it had read ahead.
      expect([2, 3, 4]).toContain(ends)
      expect(await deliverFile()).toMatchObject({ ...damaged, stats: { totalRows: 50, created: 50 } })
    })
  })

  it('also when its function runs out of time: the object is announced again, as the same upload', async () => {
    await takenIn('traag.csv', buildCsv({ 'Sale ID': 'S-50', Klantnaam: 'Traag', 'Geldig tot': '01-01-2027' }))
    const { send } = S3Client.prototype
    const late = vi.spyOn(S3Client.prototype, 'send').mockImplementationOnce(function (this: S3Client, command: never) {
      world.travel(Date.now() + 230_000)
      return Reflect.apply(send, this, [command])
    } as typeof send)
    const copied = eventsOf('traag.csv')[1]
    expect(await deliverEvent('contract-import', copied)).toBe(true)
    late.mockRestore()
    expect(await uploadOf('traag.csv')).toMatchObject({ state: 'wordt verwerkt', stats: { totalRows: 1, created: 1 } })
    // One event for the dropped file, one for its copy under its own key, and one that continues the upload.
    expect(eventsOf('traag.csv')).toHaveLength(3)
    // For a file with progress, the fifth delivery only creates one more event, which continues the upload.
    expect(await deliverEvent('contract-import', copied, 5)).toBe(true)
    expect(eventsOf('traag.csv')).toHaveLength(4)
    expect(await uploadOf('traag.csv')).toMatchObject({ state: 'wordt verwerkt' })
    expect(await deliverEvent('contract-import', eventsOf('traag.csv').at(-1))).toBe(true)
    const all = (await uploads()).filter(({ filename }: { filename: string }) => filename === 'traag.csv')
    expect(all).toMatchObject([{ state: 'klaar', stats: { totalRows: 1, created: 1, updated: 0, skipped: 0 } }])
  })

  it('with the numbers and messages of the rows processed, and of the whole file after a retry', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const row = (number: number) => ({
      'Sale ID': `H-${number}`,
      Klantnaam: `Halverwege ${number}`,
      'Geldig tot': number % 20 === 5 ? '31-02-2027' : '01-01-2027',
    })
    const key = await takenIn('halverwege.csv', buildCsv(...Array.from({ length: 60 }, (_, number) => row(number))))
    const broken: typeof contractImport = {
      ...contractImport,
      windowRows: 25,
      storing: async (upload, permit) => {
        const store = await contractImport.storing(upload, permit)
        return (rows, window, renew) =>
          window === 1 ? store(rows, window, renew) : Promise.reject(new Error('The table is away'))
      },
    }
    const attempt = () =>
      runAsFunction('contract-import', () => importUpload(broken, key, { permit: asSystem('test') })).catch(() => null)
    let tries = 1
    while (tries < 9 && (await attempt()) === null) tries++
    // One attempt that stored a window, and four without progress.
    expect(tries).toBe(5)
    const stopped = await uploadOf('halverwege.csv')
    const wrong = (rows: number[]) => rows.map((number) => expect.objectContaining({ row: number }))
    expect(stopped).toMatchObject({
      ...{ state: 'mislukt', isGivenUp: true, detailsCount: 2 },
      stats: { totalRows: 25, created: 24, updated: 0, skipped: 0, errors: 1 },
    })
    expect(stopped.details.slice(0, 1)).toEqual(wrong([7]))
    expect((await retry(stopped.id)).body).toEqual({ state: 'wordt verwerkt' })
    await deliver(key)
    const end = await uploadOf('halverwege.csv')
    expect(end).toMatchObject({ state: 'klaar', stats: { totalRows: 60, created: 57, updated: 0, errors: 3 } })
    expect(end.details.slice(0, 3)).toEqual(wrong([7, 27, 47]))
  })

  it('and is shown as waiting while others have their turn, and as stopped when no event is left', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const { takeLock } = await import('../../platform/data/lock.ts')
    const key = await takenIn(
      'derde.csv',
      buildCsv({ 'Sale ID': 'S-60', Klantnaam: 'Derde', 'Geldig tot': '01-01-2027' }),
    )
    const turn = await takeLock('contract-import')
    await expect(
      runAsFunction('contract-import', () =>
        importUpload(contractImport, key, { permit: asSystem('test'), patienceMs: 1 }),
      ),
    ).rejects.toThrow()
    expect(await uploadOf('derde.csv')).toMatchObject({ state: 'wordt verwerkt', isWaiting: true })
    // No event arrives for hours. Then an import starts again and waits for its turn.
    world.travel(Date.now() + 3.1 * 3_600_000)
    admin = await world.session(sophie)
    expect(await uploadOf('derde.csv')).toMatchObject({ isGivenUp: true })
    const another = await takeLock('contract-import')
    await expect(
      runAsFunction('contract-import', () =>
        importUpload(contractImport, key, { permit: asSystem('test'), patienceMs: 1 }),
      ),
    ).rejects.toThrow()
    expect(await uploadOf('derde.csv')).toMatchObject({ isGivenUp: false, isWaiting: true })
    await Promise.all([turn?.release(), another?.release()])
    // The import crashes, and so do later attempts.
    const dying = { ...contractImport, storing: () => Promise.reject(new Error('It dies')) }
    await expect(
      runAsFunction('contract-import', () => importUpload(dying, key, { permit: asSystem('test') })),
    ).rejects.toThrow('It dies')
    expect(await uploadOf('derde.csv')).toMatchObject({ isGivenUp: false, isWaiting: false })
    world.travel(Date.now() + 3.1 * 3_600_000)
    admin = await world.session(sophie)
    const { id, isGivenUp } = await uploadOf('derde.csv')
    expect(isGivenUp).toBe(true)
    expect((await retry(id)).status).toBe(200)
    await deliver(key)
    expect(await uploadOf('derde.csv')).toMatchObject({ state: 'klaar', isWaiting: false, stats: { created: 1 } })
  })

  it('and keeps its turn, and the lock of its file, for as long as a window of heavy rows takes', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const { storeContracts } = await import('./storing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const { takeLock } = await import('../../platform/data/lock.ts')
    const rows = Array.from({ length: 300 }, (_, at) => ({ 'Sale ID': `ZWAAR-${at}`, Klantnaam: 'Zwaar' }))
    const key = await takenIn('zwaar.csv', buildCsv(...rows.map((row) => ({ ...row, 'Geldig tot': '01-01-2027' }))))
    const begun = Date.now()
    const others: unknown[] = []
    const kind: typeof contractImport = {
      ...contractImport,
      storing:
        async ({ id }) =>
        async (met, window, renew) => {
          const pace = () => {
            world.travel(Date.now() + 6_000)
            return 0
          }
          const items = met.map(({ item }) => item)
          const addToDoNotCallList = async () => undefined
          const stored = await storeContracts({ uploadId: id, window }, items, { pace, renew, addToDoNotCallList })
          others.push(await takeLock('contract-import'), await takeLock(`contract-import-${id}`))
          return stored
        },
    }
    await runAsFunction('contract-import', () => importUpload(kind, key, { permit: asSystem('test') }))
    expect(Date.now() - begun).toBeGreaterThan(60_000)
    expect(others).toEqual([null, null])
    expect(await uploadOf('zwaar.csv')).toMatchObject({ state: 'klaar', stats: { created: 300 } })
  })

  it('and writes nothing after a failed window: its event continues it, at once when the table was busy', async () => {
    const { documents } = await import('../../platform/data/table.ts')
    const failing = ['Error', 'ProvisionedThroughputExceededException']
    let begun = 0
    let underWay = 0
    documents.middlewareStack.add(
      (next) => async (args) => {
        const { RequestItems = {} } = args.input as { RequestItems?: Record<string, unknown> }
        const text = JSON.stringify(RequestItems)
        if (!text.includes('"rawRow"')) return next(args)
        begun += 1
        const name = text.includes('"DRUK-0"') ? failing.shift() : undefined
        if (name) throw Object.assign(new Error('Not now'), { name })
        underWay += 1
        return next(args).finally(() => {
          underWay -= 1
        })
      },
      { step: 'initialize', name: 'failing' },
    )
    const rows = Array.from({ length: 400 }, (_, at) => ({ 'Sale ID': `DRUK-${at}`, Klantnaam: 'Druk' }))
    const reply = await upload(buildCsv(...rows.map((row) => ({ ...row, 'Geldig tot': '01-01-2027' }))), 'druk.csv')
    const left = { begun, underWay }
    const { id } = await uploadOf('druk.csv')
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('opnieuw'), uploadId: id } })
    expect(left.begun).toBeLessThanOrEqual(8)
    expect([left.underWay, begun]).toEqual([0, left.begun])
    await deliver(objectKeyOf(world.created.at(-1)))
    documents.middlewareStack.remove('failing')
    expect(failing).toEqual([])
    expect(await uploadOf('druk.csv')).toMatchObject({ state: 'klaar', stats: { created: 400, updated: 0 } })
  })

  it('and a call that nears its limit within a window answers with the upload to follow', async () => {
    const { importNow } = await import('../../spreadsheets/imports/receive.ts')
    const { contractImport } = await import('./importing.ts')
    const { asSystem } = await import('../../platform/actor.ts')
    const { putUpload } = await import('../../platform/aws/files.ts')
    const { newUploadKey, uploadIdOf, uploadMetadata } = await import('../../spreadsheets/imports/upload-key.ts')
    const key = newUploadKey('contracts', 'traag.csv')
    const bytes = buildCsv({ 'Sale ID': 'S-TRAAG', Klantnaam: 'Traag', 'Geldig tot': '01-01-2027' })
    await putUpload(key, bytes, 'text/csv', uploadMetadata('iemand', 'traag.csv'))
    const held = Promise.withResolvers<void>()
    const slow: typeof contractImport = {
      ...contractImport,
      storing: async (of, permit) => {
        const store = await contractImport.storing(of, permit)
        return async (...args) => {
          await held.promise
          return store(...args)
        }
      },
    }
    const late = epochOf(now()) - 60_000
    const object = { id: uploadIdOf(key), key }
    const answer = await importNow(slow, asSystem('test'), object, late).catch((error: unknown) => error)
    expect(answer).toMatchObject({ kind: 'conflict', body: { uploadId: object.id, state: 'wordt verwerkt' } })
    held.resolve()
    await vi.waitFor(async () => expect((await uploadOf('traag.csv')).stats.created).toBe(1))
    await deliver(key)
    expect(await uploadOf('traag.csv')).toMatchObject({ state: 'klaar', stats: { created: 1 } })
  })
})
