import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeApiKey } from '../../../proofs/cast.ts'
import { storeContract } from '../../../testing/contracts.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import type { ContractRow } from '../entity.ts'

let world: World
let as: string
let apiKey: string
let agent: Person
let caller: string

const IBAN = 'NL91ABNA0417164300'
const EAN = '871687120000000001'

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  const admin = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
  as = await world.session(admin)
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Bo', lastName: 'Bakker' })
  caller = await world.session(await world.person({ role: 'caller', teamId: 1 }))
  apiKey = await makeApiKey(admin)
  const personal = { eanElectricity: EAN, eanGas: '871687120000000018', iban: IBAN, accountHolder: 'B. Haven' }
  await storeContract({
    ...{ id: 'haven', customerName: 'Café de Haven', city: 'Venlo', address: 'Kade', customerPhone: '077 1234567' },
    ...{ supplier: 'Engie Zakelijk', productName: 'Vast', expiryDate: '2027-03-15', uploadId: 'maart' },
    notes: 'Betaalt van nl91 abna 0417 1643 00 af',
    metadata: {
      ...personal,
      kvkNumber: '01234567',
      electricityUsage: 2400,
      isBusiness: true,
      team: 'Noord',
      agent: 'Piet',
    },
    rawRow: {
      Klant: 'Café de Haven',
      IBAN,
      Opmerking: `Betaalt van nl91 abna 0417 1643 00, sinds 2020`,
      Kenmerk: `OR2024 ${IBAN}`,
      Kleur: 'blauw',
    },
  })
  await storeContract({
    ...{ id: 'korenaar', customerName: 'Bakkerij De Korenaar', city: 'Roermond', address: 'Markt', supplier: 'Eneco' },
    ...{ expiryDate: '2026-12-01', signedDate: '2023-12-01', customerPhone: '0475 999111' },
    ...{ assignedTo: agent.id, assignedTeamId: 1, metadata: { isBusiness: false } },
  })
  await storeContract({
    ...{ id: 'anders', customerName: 'Ánders Wonen', city: 'Weert', supplier: 'Eneco', expiryDate: '2031-01-01' },
    signedDate: '2022-01-01',
  })
  const closed = { customerName: 'Belt niet', customerPhone: '0475 999111', doNotCall: true }
  expect((await world.call('POST', '/api/leads', { as, body: closed })).status).toBe(201)
})
afterAll(() => world.stop())

const get = (path: string, options: object = { as }) => world.call('GET', `/api/contracts/${path}`, options)
const shown = async (query: string) =>
  (await get(`sales-status/nieuw?${encodeURI(query)}`)).body.map(({ id }: { id: string }) => id) as string[]

describe('the board', () => {
  it.each([
    ['agentId=none', ['haven', 'anders']],
    ['teamId=1', ['korenaar']],
    ['teamId=2', []],
    ['provider=engie', ['haven']],
    ['provider=ENECO&urgency=later', ['anders']],
    ['market=zakelijk', ['haven']],
    ['market=particulier', ['korenaar']],
    ['doNotCall=true', ['korenaar']],
    ['doNotCall=false', ['haven', 'anders']],
    ['uploadId=maart', ['haven']],
    ['q=cafe', ['haven']],
    ['q=weert', ['anders']],
    ['q=077-1234567', ['haven']],
    [`q=${EAN}`, ['haven']],
    ['q=8716 8712 0000 0000 18', ['haven']],
    [`q=${EAN.slice(0, 8)}`, []],
    ['q=0123 4567', ['haven']],
    ['q=nl91 abna 0417 1643 00', ['haven']],
  ])('shows what the filter %s lets through', async (query, ids) => {
    expect(await shown(query)).toEqual(ids)
  })

  it('shows the assignees', async () => {
    expect(await shown(`agentId=${agent.id}`)).toEqual(['korenaar'])
    const [row] = (await get(`sales-status/nieuw?agentId=${agent.id}`)).body
    expect(row.assignedTo).toEqual({ id: agent.id, firstName: 'Bo', lastName: 'Bakker' })
  })

  it.each([
    ['expires', ['korenaar', 'haven', 'anders']],
    ['-expires', ['anders', 'haven', 'korenaar']],
    ['customer', ['anders', 'korenaar', 'haven']],
    ['-customer', ['haven', 'korenaar', 'anders']],
    ['address', ['korenaar', 'haven', 'anders']],
    ['product', ['korenaar', 'anders', 'haven']],
    ['signed', ['anders', 'korenaar', 'haven']],
  ])('is sorted by %s, page after page', async (sort, ids) => {
    const found: string[] = []
    for (let cursor = '', page = 0; page < 4 && (page === 0 || cursor); page++) {
      const { body, headers } = await get(`sales-status/nieuw?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
      found.push(...body.map(({ id }: { id: string }) => id))
      cursor = new URL(/<(.+)>/.exec(headers['link'] ?? '')?.[1] ?? '', 'http://x').searchParams.get('cursor') ?? ''
    }
    expect(found).toEqual(ids)
  })
})

describe('personal data of a contract', () => {
  it('is in its details with every column; revealing the masked account number is audited', async () => {
    const { body } = await get('haven')
    expect(body).toMatchObject({
      ...{ eanElectricity: EAN, iban: 'NL•• •••• •••• ••43 00', accountHolder: 'B. Haven', kvkNumber: '01234567' },
      ...{ electricityUsage: 2400, market: 'zakelijk', teamName: 'Noord', agentName: 'Piet' },
      rawRow: [
        { column: 'IBAN', text: 'NL•• •••• •••• ••43 00' },
        { column: 'Kenmerk', text: 'OR2024 NL•• •••• •••• ••43 00' },
        { column: 'Klant', text: 'Café de Haven' },
        { column: 'Kleur', text: 'blauw' },
        { column: 'Opmerking', text: 'Betaalt van NL•• •••• •••• ••43 00, sinds 2020' },
      ],
    })
    const reply = await world.call('POST', '/api/contracts/haven/reveal', { as })
    expect(reply.body).toEqual({ iban: IBAN })
    const { entries } = (await get('haven/history')).body
    expect(entries).toContainEqual(expect.objectContaining({ userName: 'Sophie de Jong', verb: 'reveal' }))
    expect((await world.call('POST', '/api/contracts/anders/reveal', { as })).status).toBe(422)
    expect((await get('nothing')).status).toBe(404)
  })

  it('is hidden from an API key, which cannot search by it either, and refused to a caller', async () => {
    const headers = { 'x-api-key': apiKey }
    const { text, body } = await get('sales-status/nieuw', { headers })
    expect(body).toHaveLength(3)
    expect(text).not.toContain(EAN)
    expect(body.map(({ notes }: { notes: string }) => notes)).toContain('Betaalt van NL•• •••• •••• ••43 00 af')
    expect((await get('haven')).body.notes).toBe('Betaalt van nl91 abna 0417 1643 00 af')
    expect(text).not.toContain('rawRow')
    expect((await get(`sales-status/nieuw?q=${EAN}`, { headers })).body).toEqual([])
    for (const path of ['haven', 'export?status=nieuw']) expect((await get(path, { as: caller })).status).toBe(403)
    expect((await world.call('POST', '/api/contracts/haven/reveal', { as: caller })).status).toBe(403)
  })
})

it('the filtered board is exported without whole account numbers and without do-not-call numbers', async () => {
  const reply = await get('export?status=nieuw&q=bakkerij')
  const [header = '', row = '', ...others] = reply.text.trim().split('\r\n')
  expect(others).toEqual([])
  const cells = Object.fromEntries(header.split(';').map((name, index) => [name, row.split(';')[index]]))
  expect(cells).toMatchObject({
    ...{ Telefoon: '', 'Niet bellen': 'Ja', Leverancier: 'Eneco', 'Geldig tot': '01-12-2026' },
    ...{ Markt: 'Particulier', Verkoopstatus: 'Nieuw', 'Toegewezen aan': 'Bo Bakker' },
  })
  const all = (await get('export?status=nieuw')).text
  expect(all).toContain(EAN)
  expect(all.replaceAll(' ', '').toUpperCase()).not.toContain(IBAN)
  expect(all).toMatch(/Betaalt van NL.+43 00 af/)
})

it('the contracts of every status are one list, page after page, as many as the counts say, and one file', async () => {
  const statuses = ['getekend', 'nieuw', 'gecanceld', 'getekend', 'geen_interesse', 'afspraak_ingepland'] as const
  const days = ['2026-11-01', '2027-01-05', '2027-01-05', '2027-01-07', '2027-02-01', '2030-05-01']
  for (const [at, salesStatus] of statuses.entries()) {
    await storeContract({ id: `elk-${at}`, customerName: `Elk ${at}`, salesStatus, expiryDate: days[at] ?? '' })
  }
  for (const [sort, ids] of [
    ['expires', [0, 1, 2, 3, 4, 5]],
    ['-expires', [5, 4, 3, 2, 1, 0]],
    ['soonest', [1, 2, 3, 4, 5, 0]],
    ['-customer', [5, 4, 3, 2, 1, 0]],
  ] as const) {
    const found: string[] = []
    for (let path = `sales-status/alle?q=elk&limit=2&sort=${sort}`; path; ) {
      const { body, headers } = await get(path)
      found.push(...body.map(({ id }: { id: string }) => id))
      path = /contracts\/([^>]+)>/.exec(headers['link'] ?? '')?.[1] ?? ''
    }
    expect(found, sort).toEqual(ids.map((at) => `elk-${at}`))
  }
  const { counts } = (await get('counts?q=elk')).body
  expect(Object.values<number>(counts).reduce((sum, count) => sum + count, 0)).toBe(6)
  expect((await get('export?status=alle&q=elk')).text.trim().split('\r\n')).toHaveLength(7)
})

it('a whole code finds only the contract that has it, no text that contains it, and only in its status', async () => {
  const codes = { saleId: 'SD-77012', eanElectricity: '871687120000000087' }
  const far = 'fa4'.padEnd(32, '0')
  await storeContract({ id: far, customerName: 'Ver Weg', expiryDate: '2033-02-01', metadata: codes })
  await storeContract({ id: 'near', customerName: 'Vroeger SD-77012', expiryDate: '2027-02-01' })
  for (const q of ['SD-77012', ' sd-77012', '8716 8712 0000 0000 87', 'SD-77012&sort=-customer']) {
    expect(await shown(`q=${q}`)).toEqual([far])
  }
  expect(await shown('q=SD-77012&urgency=later&uploadId=u&doNotCall=false')).toEqual([far])
  expect(await shown('q=SD-77012&urgency=1')).toEqual([])
  expect(await shown('q=SD-7701')).toEqual(['near'])
  expect((await get('sales-status/gecanceld?q=SD-77012')).body).toEqual([])
  expect((await get('sales-status/alle?q=SD-77012')).body).toMatchObject([{ id: far, salesStatus: 'nieuw' }])
  const headers = { 'x-api-key': apiKey }
  expect((await get('sales-status/nieuw?q=sd-77012', { headers })).body).toMatchObject([{ id: far }])
  expect((await get('sales-status/nieuw?q=871687120000000087', { headers })).body).toEqual([])
})

it('a part of a code is found as text too; older contracts once indexed; a very long text is no code', async () => {
  const [piece, older] = ['c6041'.padEnd(32, '0'), 'c6042'.padEnd(32, '0')]
  const metadata = { contractNumber: 'C-6041-12', kvkNumber: '60416041', saleId: 'x1'.repeat(5_000) }
  await storeContract({ id: piece, customerName: 'Met nummer', expiryDate: '2033-03-01', metadata })
  await storeContract({ id: 'place', customerName: 'In Roermond', postalCode: '6041 AB', expiryDate: '2033-03-02' })
  expect(await shown('q=6041')).toEqual([piece, 'place'])
  expect(await shown('q=c.6041.12')).toEqual([piece])

  const { Contracts } = await import('../entity.ts')
  const { storeAllCodes, findContractsWithCode } = await import('../import/codes.ts')
  const { data } = await Contracts.get({ id: piece }).go()
  await Contracts.put({ ...(data as ContractRow), id: older, metadata: { kvkNumber: '60416041' } }).go()
  expect(await shown('q=60416041')).toEqual([piece])
  await storeAllCodes()
  expect(await shown('q=60416041')).toEqual([piece, older])
  expect(await findContractsWithCode('X1'.repeat(5_000), true)).toEqual([])
})

it('the codes of an import’s window take a few small rows, so that a search reads little', async () => {
  const { buildCodeRows } = await import('../import/codes.ts')
  const contracts = Array.from({ length: 500 }, (_, number) => ({
    id: String(number).padStart(32, '0'),
    metadata: { saleId: `S-${number}`, kvkNumber: `${10_000_000 + number}`, eanElectricity: `87168${number}` },
  }))
  const changes = contracts.map((after) => ({ before: null, after: after as ContractRow }))
  const rows = buildCodeRows({ uploadId: 'u'.repeat(32), window: 1 }, changes)
  expect(rows.length).toBeLessThanOrEqual(64)
  expect(Math.max(...rows.map(({ entries }) => entries.length))).toBeLessThan(1_000)
  const again = contracts.map((row) => ({ before: row as ContractRow, after: row as ContractRow }))
  expect(buildCodeRows({ uploadId: 'u', window: 2 }, again)).toEqual([])
})

describe('the order of work on the screen', () => {
  it('has the earliest end first, followed by expired contracts, the latest first, page by page', async () => {
    // Today is 21 November 2026.
    const ends = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-09-01', '2026-12-24', '2027-01-02', '2025-01-01']
    for (const expiryDate of ends) {
      await storeContract({
        id: `werk-${expiryDate}`,
        customerName: 'Werkvoorraad',
        salesStatus: 'gecanceld',
        expiryDate,
      })
    }
    const inOrder = ['2026-11-21', '2026-11-22', '2026-12-24', '2027-01-02', '2026-11-20', '2026-09-01', '2025-01-01']
    for (const limit of [2, 4, 50]) {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await get(`sales-status/gecanceld?sort=soonest&q=Werkvoorraad&limit=${limit}${cursor}`)
        expect(page.status, page.text).toBe(200)
        seen.push(...page.body.map(({ expiryDate }: { expiryDate: string }) => expiryDate))
        const next = /cursor=([^&>]+)/.exec(String(page.headers['link'] ?? ''))
        cursor = next ? `&cursor=${next[1]}` : ''
      } while (cursor)
      expect(seen, `${limit} at a time`).toEqual(inOrder)
    }
    const expired = await get('sales-status/gecanceld?sort=soonest&q=Werkvoorraad&urgency=verlopen')
    expect(expired.body.map(({ expiryDate }: { expiryDate: string }) => expiryDate)).toEqual(inOrder.slice(4))
  })
})

describe('an assumed part of a term', () => {
  it('is marked as assumed, and the export leaves an assumed day of signing empty', async () => {
    const term = {
      customerName: 'Termijn',
      salesStatus: 'getekend',
      durationValue: 12,
      durationUnit: 'months',
    } as const
    await storeContract({ ...term, id: 'termijn-1', expiryDate: '2027-01-01', statedTermParts: ['expiryDate'] })
    await storeContract({
      ...term,
      id: 'termijn-2',
      expiryDate: '2027-01-02',
      statedTermParts: ['startDate', 'expiryDate'],
    })
    await storeContract({
      ...{ ...term, id: 'termijn-5', expiryDate: '2027-01-05', statedTermParts: ['startDate', 'expiryDate'] },
      metadata: { signedDate: '2023-11-15' },
    })
    await storeContract({
      ...term,
      id: 'termijn-3',
      expiryDate: '2027-01-03',
      statedTermParts: ['duration', 'expiryDate'],
    })
    await storeContract({
      ...term,
      id: 'termijn-4',
      expiryDate: '2027-01-04',
      statedTermParts: ['signedDate', 'expiryDate'],
    })
    const { body } = await get('sales-status/getekend?q=Termijn')
    expect(
      body.map(({ assumed, startDate }: { assumed: string[]; startDate: string | null }) => [assumed, startDate]),
    ).toEqual([
      [['signedDate', 'durationValue'], null],
      [['signedDate'], '2024-01-01'],
      [['signedDate'], null],
      [[], null],
      [[], '2024-01-01'],
    ])
    expect(body.at(-1)).toMatchObject({ signedDate: '2023-11-15' })
    const { text } = await get('export?status=getekend&q=Termijn')
    const [heads = '', ...lines] = text.trim().split('\r\n')
    const columns = heads.split(';').map((head) => head.replaceAll('"', ''))
    const cell = (line: string, name: string) => line.split(';')[columns.indexOf(name)]?.replaceAll('"', '')
    expect(lines.map((line) => [cell(line, 'Tekendatum'), cell(line, 'Aangenomen')])).toEqual([
      ['', 'Looptijd'],
      ['', ''],
      ['', ''],
      ['01-01-2024', ''],
      ['15-11-2023', ''],
    ])
  })
})
