import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverObjectEvent as deliverTo, objectKeyOf } from '../../testing/bucket.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { startSearchStream } from '../../testing/search.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { asSystem } from '../platform/actor.ts'

let world: World
let admin: string
let caller: string

const header = 'Sale ID;Klantnaam;Adres;Huisnummer;Postcode;Plaats;Leverancier;Tekendatum;Looptijd;Geldig tot'
const sheet = (...rows: string[]) => Buffer.from([header, ...rows].join('\r\n'))
const korenaar = 'S-1;Bakkerij De Korenaar;Markt;1;6041 AB;Roermond;Eneco;01-12-2023;3 jaar;01-12-2026'
const haven = 'S-2;Café de Haven;Kade;12;5911 AB;Venlo;Engie;15-03-2024;3 jaar;15-03-2027'

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  admin = await world.session(await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' }))
  caller = await world.session(await world.person({ role: 'caller', teamId: 1 }))
})
afterAll(() => world.stop())

async function upload(bytes: Uint8Array, filename: string, as = admin) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const request = new Response(form)
  const body = new Uint8Array(await request.arrayBuffer())
  return world.call('POST', '/api/contracts/upload', {
    as,
    body,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

const board = async (status = 'nieuw') =>
  (await world.call('GET', `/api/contracts/sales-status/${status}`, { as: admin })).body
const uploads = async () => (await world.call('GET', '/api/contracts/uploads', { as: admin })).body

const deliver = (key: string) => deliverTo(world, 'contract-import', key)

describe('importing a spreadsheet', () => {
  it('puts its rows on the board by expiry date, and lists the upload with the uploader’s name', async () => {
    const reply = await upload(sheet(haven, korenaar), 'aflopend.csv')
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.stats).toEqual({ totalRows: 2, created: 2, updated: 0, skipped: 0, errors: 0 })
    expect((await board()).map((row: { customerName: string }) => row.customerName)).toEqual([
      'Bakkerij De Korenaar',
      'Café de Haven',
    ])
    expect((await board())[0]).toMatchObject({ expiryDate: '2026-12-01', supplier: 'Eneco', salesStatus: 'nieuw' })
    expect((await uploads())[0]).toMatchObject({
      filename: 'aflopend.csv',
      state: 'klaar',
      uploadedByUser: { firstName: 'Sophie', lastName: 'de Jong' },
    })
  })

  it('changes nothing for the same rows, and only the differences for changed rows', async () => {
    expect((await upload(sheet(haven, korenaar), 'nog-eens.csv')).body.stats).toMatchObject({ created: 0, skipped: 2 })
    const moved = korenaar.replace('Eneco', 'Vattenfall')
    expect((await upload(sheet(haven, moved), 'gewijzigd.csv')).body.stats).toMatchObject({ updated: 1, skipped: 1 })
    expect((await board())[0]).toMatchObject({ customerName: 'Bakkerij De Korenaar', supplier: 'Vattenfall' })
    expect(await board()).toHaveLength(2)
  })

  it('gives a hint about the same customer to readers of contracts, and follows a new number', async () => {
    const known = async (query: string, as = admin) =>
      (await world.call('GET', `/api/leads/known?${query}`, { as })).body.known.map(
        ({ type, customerName, by, date }: Record<string, string>) => [type, customerName, by, date],
      )
    expect(await known('postalCode=6041AB&houseNumber=1')).toEqual([
      ['contract', 'Bakkerij De Korenaar', 'address', '2026-12-01'],
    ])
    expect(await known('postalCode=6041AB&houseNumber=1', caller)).toEqual([])
    const withPhone = (phone: string) =>
      Buffer.from(
        `${header};Telefoon\r\nS-90;Hotel de Maas;Kade;3;6041 AE;Roermond;Eneco;01-12-2023;3 jaar;01-12-2026;${phone}`,
      )
    await upload(withPhone('0475-111222'), 'telefoon.csv')
    expect(await known('phone=0475111222')).toEqual([['contract', 'Hotel de Maas', 'phone', '2026-12-01']])
    await upload(withPhone('0475-333444'), 'nieuw-nummer.csv')
    expect(await known('phone=0475111222')).toEqual([])
    expect(await known('phone=0475333444')).toEqual([['contract', 'Hotel de Maas', 'phone', '2026-12-01']])
    const lead = { customerName: 'Hotel de Maas', customerPhone: '0475 333444', doNotCall: true }
    expect((await world.call('POST', '/api/leads', { as: admin, body: lead })).status).toBe(201)
    const since = (await board()).map((row: Record<string, unknown>) => [row['customerPhone'], row['doNotCallSince']])
    expect(since).toContainEqual(['0475 333444', { date: expect.any(String) }])
  })

  it('continues after a wrong row, which it names by row, column and reason', async () => {
    const wrong = 'S-3;Garage Kuiper;Dorpsstraat;5;6041 AC;Roermond;Eneco;01-01-2024;3 jaar;31-02-2027'
    const right = 'S-4;Hotel Zonneweelde;Maasweg;7;6041 AD;Roermond;Eneco;01-01-2024;3 jaar;01-01-2027'
    const reply = await upload(sheet(wrong, right), 'fout.csv')
    expect(reply.body.stats).toMatchObject({ totalRows: 2, created: 1, errors: 1 })
    expect(reply.body.details[0]).toMatchObject({ row: 2, column: 'Geldig tot' })
    expect(reply.body.details[0].reason).toContain('31-02-2027')
  })

  it('refuses a file that is no spreadsheet with error, details and stats', async () => {
    const reply = await upload(Buffer.from('%PDF-1.7 geen spreadsheet'), 'brief.csv')
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body)).toEqual(expect.arrayContaining(['error', 'details', 'stats', 'message']))
    const seen = (await uploads()).find((one: { filename: string }) => one.filename === 'brief.csv')
    expect(seen).toMatchObject({ state: 'mislukt', error: reply.body.error })
  })

  it('is for admins', async () => {
    expect((await upload(sheet(haven), 'x.csv', caller)).status).toBe(403)
  })

  it('does not show the original rows on the board', async () => {
    expect(JSON.stringify(await board())).not.toContain('rawRow')
  })
})

describe('a spreadsheet dropped in the bucket', () => {
  it('gives the same rows when its event arrives five times at once', async () => {
    const row = 'S-9;Slagerij Jansen;Markt;9;6041 AE;Roermond;Engie;01-02-2024;3 jaar;01-02-2027'
    await world.s3.put('uploads', 'contracts/drop.csv', sheet(row), 'text/csv')
    await Promise.all(Array.from({ length: 5 }, () => deliver('contracts/drop.csv')))
    const named = (await board()).filter((one: { customerName: string }) => one.customerName === 'Slagerij Jansen')
    expect(named).toHaveLength(1)
    const seen = (await uploads()).filter((one: { filename: string }) => one.filename === 'drop.csv')
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ state: 'klaar', stats: { created: 1 }, uploadedByUser: null })
  })

  it('leaves one upload and one row when the event races the upload over HTTP', async () => {
    const row = 'S-10;Kapsalon Roos;Markt;10;6041 AF;Roermond;Engie;01-02-2024;3 jaar;02-02-2027'
    const [reply] = await Promise.all([upload(sheet(row), 'race.csv')])
    const key = world.created
      .map((event) => event.Records[0]?.s3.object.key ?? '')
      .find((one) => one.endsWith('/race.csv'))
    await deliver(key ?? '')
    expect(reply.status).toBe(200)
    expect((await uploads()).filter((one: { filename: string }) => one.filename === 'race.csv')).toHaveLength(1)
    expect(
      (await board()).filter((one: { customerName: string }) => one.customerName === 'Kapsalon Roos'),
    ).toHaveLength(1)
  })

  it('returns its contracts to the second call, also when the event was faster than the upload over HTTP', async () => {
    const { importUpload } = await import('../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./import/importing.ts')
    const row = 'S-11;Dierenarts Vos;Markt;11;6041 AG;Roermond;Engie;01-02-2024;3 jaar;03-02-2027'
    await world.s3.put('uploads', 'contracts/second.csv', sheet(row), 'text/csv')
    await deliver('contracts/second.csv')
    const second = await runAsFunction('contract-import', () =>
      importUpload(contractImport, objectKeyOf(world.created.at(-1)), { permit: asSystem('test') }),
    )
    const [stored] = (await board()).filter((one: { customerName: string }) => one.customerName === 'Dierenarts Vos')
    expect(second?.upload).toMatchObject({ state: 'klaar', stats: { created: 1 } })
    expect(await second?.ids()).toEqual([stored.id])
  })

  it('ends as a failed upload, not as a failed event, when it is no spreadsheet', async () => {
    await world.s3.put('uploads', 'contracts/foto.csv', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), 'text/csv')
    await deliver('contracts/foto.csv')
    const seen = (await uploads()).find((one: { filename: string }) => one.filename === 'foto.csv')
    expect(seen).toMatchObject({ state: 'mislukt' })
  })
})

describe('working on the board', () => {
  const setStatus = (body: object, as = admin) =>
    world.call('POST', '/api/contracts/bulk-update-sales-status', { as, body })
  const shown = async (path: string) =>
    (await world.call('GET', `/api/contracts/sales-status/${path}`, { as: admin })).body

  it('sets the status of several with a note, reports each result, and records who did it', async () => {
    const row = (id: number) =>
      `T-${id};Wolwinkel ${id};Steeg;${id};6041 AH;Roermond;Engie;01-02-2024;3 jaar;05-02-2027`
    await upload(sheet(row(1), row(2), row(3)), 'status.csv')
    const rows = (await shown('nieuw?q=Wolwinkel')) as { id: string; customerName: string }[]
    const [one, two] = rows.sort((a, b) => a.customerName.localeCompare(b.customerName)).map(({ id }) => id)
    const body = { ids: [one, two, two, 'nothing'], salesStatus: 'geen_interesse', notes: 'Verhuist in maart' }
    expect((await setStatus(body)).body).toEqual({
      ...{ updated: 2, unchanged: 0 },
      failed: [{ id: 'nothing', message: expect.stringMatching(/^Niet gevonden/) }],
    })
    expect((await setStatus({ ...body, ids: [one] })).body).toEqual({ updated: 0, unchanged: 1, failed: [] })
    const changed = (await shown('geen_interesse')).map((row: { id: string; notes: string }) => [row.id, row.notes])
    expect(new Map(changed)).toEqual(new Map([one, two].map((id) => [id, 'Verhuist in maart'])))
    expect(await shown('nieuw?q=Wolwinkel')).toMatchObject([{ customerName: 'Wolwinkel 3' }])
    const log = await world.call('GET', `/api/audit-logs?entityType=contract&entityId=${one}`, { as: admin })
    expect(log.body).toMatchObject([{ action: 'contract.status', entityName: 'Wolwinkel 1' }])
    const history = await world.call('GET', `/api/contracts/${one}/history`, { as: admin })
    expect(history.body.entries).toMatchObject([
      {
        ...{ userName: 'Sophie de Jong', verb: 'status' },
        changes: [
          { field: 'salesStatus', before: 'nieuw', after: 'geen_interesse' },
          { field: 'notes', before: null, after: 'Verhuist in maart' },
        ],
      },
    ])
    await upload(sheet(row(1).replace('Engie', 'Eneco'), row(2)), 'status-later.csv')
    expect(await shown('geen_interesse?q=Wolwinkel 1')).toMatchObject([
      {
        ...{ notes: 'Verhuist in maart', supplier: 'Eneco', statusChangedAt: expect.any(String) },
        statusChangedBy: { firstName: 'Sophie' },
      },
    ])
    await setStatus({ ids: [one], salesStatus: 'geen_interesse' })
    expect(await shown('geen_interesse?q=Wolwinkel 1')).toMatchObject([{ notes: 'Verhuist in maart' }])
    await setStatus({ ids: [one], salesStatus: 'geen_interesse', notes: '' })
    expect(await shown('geen_interesse?q=Wolwinkel 1')).toMatchObject([{ notes: null }])
  })

  it('lists each supplier of the sheets once, for the filter', async () => {
    const row = (id: number, supplier: string) =>
      `L-${id};Lever ${id};Steeg;${id};6041 AH;Roermond;${supplier};;36;05-02-2031`
    const long = 'Een tekst in de verkeerde kolom '.repeat(3)
    await upload(sheet(row(1, 'Zonneplan'), row(2, 'ZONNEPLAN'), row(3, 'Budget Energie'), row(4, long)), 'lever.csv')
    await upload(sheet(row(3, 'Coolblue')), 'lever-later.csv')
    const { suppliers } = (await world.call('GET', '/api/contracts/counts', { as: admin })).body
    const of = suppliers.filter((name: string) => /zonneplan|budget|coolblue|verkeerde/i.test(name))
    expect(of).toEqual(['Budget Energie', 'Coolblue', expect.stringMatching(/^zonneplan$/i)])
    expect(await shown('nieuw?provider=Coolblue')).toMatchObject([{ customerName: 'Lever 3' }])
  })

  it('counts contracts by status through imports and edits, and a recount finds no difference', async () => {
    const counts = async () => (await world.call('GET', '/api/contracts/counts', { as: admin })).body.counts
    const before = await counts()
    const row = (id: number, end: string) => `C-${id};Telling ${id};Steeg;${id};6041 AH;Roermond;Engie;;36;${end}`
    await upload(sheet(row(1, '05-02-2027'), row(2, '05-02-2031'), row(3, '31-12-2027')), 'telling.csv')
    const [one, two] = (await shown('nieuw?q=Telling')) as { id: string }[]
    await setStatus({ ids: [one?.id, two?.id], salesStatus: 'gecanceld' })
    await setStatus({ ids: [one?.id], salesStatus: 'gecanceld', notes: 'Nog eens' })
    // The two contracts that end first now have the status `gecanceld`. The upload gives one of them an end in another
    // month, where it still counts once.
    await upload(sheet(row(1, '05-02-2041'), row(2, '05-02-2031')), 'telling-later.csv')
    expect(await counts()).toEqual({ ...before, nieuw: before.nieuw + 1, gecanceld: before.gecanceld + 2 })
    expect((await shown('gecanceld?q=Telling')).map((row: { expiryDate: string }) => row.expiryDate)).toEqual([
      '2027-12-31',
      '2041-02-05',
    ])
    const { recount } = await import('../records/recount.ts')
    const { countedContracts } = await import('./counting.ts')
    const years = { from: 2026, to: 2026, repair: false }
    expect(await recount([countedContracts], years, () => {})).toMatchObject({ wrong: 0 })
    expect((await world.call('GET', '/api/contracts/counts', { as: caller })).status).toBe(403)
  })

  it('counts contracts with a do-not-call number separately, until the number may be called again', async () => {
    const stream = await startSearchStream()
    const counts = async (query = '') => {
      await stream.deliver()
      return (await world.call('GET', `/api/contracts/counts${query}`, { as: admin })).body.counts
    }
    const [before, open] = [await counts('?doNotCall=true'), await counts('?doNotCall=false')]
    const row = (id: number) => `N-${id};Rust ${id};0612345${id};Engie;05-02-2031`
    const rows = ['Sale ID;Klantnaam;Telefoon;Leverancier;Geldig tot', row(781), row(782), row(783)]
    await upload(Buffer.from(rows.join('\n')), 'rust.csv')
    expect(await counts('?doNotCall=false')).toEqual({ ...open, nieuw: open.nieuw + 3 })
    const lead = { customerName: 'Rust', customerPhone: '0612345781', doNotCall: true }
    const { id } = (await world.call('POST', '/api/leads', { as: admin, body: lead })).body
    expect(await counts('?doNotCall=false')).toEqual({ ...open, nieuw: open.nieuw + 2 })
    expect(await counts('?doNotCall=true')).toEqual({ ...before, nieuw: before.nieuw + 1 })
    const [closed] = (await shown('nieuw?q=Rust&doNotCall=true')) as { id: string }[]
    await setStatus({ ids: [closed?.id], salesStatus: 'gecanceld' })
    expect(await counts('?doNotCall=true')).toEqual({ ...before, gecanceld: before.gecanceld + 1 })
    const lift = { doNotCall: false, doNotCallLiftReason: 'Belde zelf' }
    const headers = { 'if-match': '1' }
    expect((await world.call('PATCH', `/api/leads/${id}`, { as: admin, headers, body: lift })).status).toBe(200)
    expect(await counts('?doNotCall=true')).toEqual(before)
  })

  it('refuses an empty selection, an unknown status, and everybody but admins', async () => {
    const none = await setStatus({ ids: [], salesStatus: 'getekend' })
    expect(none.status).toBe(400)
    expect(none.text).toContain('Geen selectie')
    expect((await setStatus({ salesStatus: 'getekend' })).text).toContain('Geen selectie')
    const many = Array.from({ length: 51 }, (_, index) => `c-${index}`)
    const tooMany = await setStatus({ ids: many, salesStatus: 'getekend' })
    expect([tooMany.status, tooMany.body.errors.ids]).toEqual([400, ['Kies er hoogstens 50 tegelijk']])
    expect((await setStatus({ ids: ['x'] })).text).toContain('Geen status')
    expect((await setStatus({ ids: ['x'], salesStatus: 'getekend' }, caller)).status).toBe(403)
  })

  it('shows the contracts of each urgency, each in exactly one, page after page', async () => {
    const ends = ['20-11-2026', '21-11-2026', '21-12-2026', '22-12-2026', '21-02-2027', '22-02-2027', '22-05-2027']
    const rows = ends.map((end, at) => `U-${at};Urgent ${at};Laan;${at};6041 AJ;Roermond;Engie;;36;${end}`)
    await upload(sheet(...rows), 'urgentie.csv')
    const of = async (urgency: string) =>
      (await shown(`nieuw?q=Urgent&urgency=${urgency}`)).map((row: { customerName: string }) => row.customerName.at(-1))
    expect(await of('verlopen')).toEqual(['0'])
    expect(await of('1')).toEqual(['1', '2'])
    expect(await of('3')).toEqual(['3', '4'])
    expect(await of('6')).toEqual(['5'])
    expect(await of('later')).toEqual(['6'])
    const first = await world.call('GET', '/api/contracts/sales-status/nieuw?urgency=1&limit=1', { as: admin })
    const further = new URL(/<(.+)>/.exec(first.headers['link'] ?? '')?.[1] ?? '', 'http://x')
    const cursor = further.searchParams.get('cursor') ?? ''
    expect(cursor).not.toBe('')
    const next = await shown(`nieuw?urgency=1&limit=50&cursor=${encodeURIComponent(cursor)}`)
    expect(
      next[0].expiryDate > '2026-11-20' && next.every((row: { expiryDate: string }) => row.expiryDate <= '2026-12-21'),
    ).toBe(true)
    const misplaced = await shown(`nieuw?urgency=3&cursor=${encodeURIComponent(cursor)}`)
    expect(misplaced.every((row: { expiryDate: string }) => row.expiryDate > '2026-12-21')).toBe(true)
  })
})
