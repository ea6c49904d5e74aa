import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeApiKey } from '../../../proofs/cast.ts'
import { type Answer, type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let lead: Person
let agent: Person
let caller: Person
let outsider: Person
const sessions = new Map<string, string>()
const as = (person: Person) => sessions.get(person.id)

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Roermond Noord')
  await world.team(2, 'Vennep Zuid', 'nieuw-vennep')
  admin = await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Min' })
  lead = await world.person({ role: 'teamleader', teamId: 1 })
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
  caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Tim', lastName: 'Kuiper' })
  outsider = await world.person({ role: 'agent', teamId: 2, firstName: 'Otto', lastName: 'Buiten' })
  for (const person of [admin, lead, agent, caller, outsider]) sessions.set(person.id, await world.session(person))
  await book(outsider, { customerName: 'Elders BV', appointmentDate: '2026-11-26' })
})
afterAll(() => world.stop())

async function book(by: Person, changes: object = {}) {
  const reply = await world.call('POST', '/api/appointments', {
    as: as(by),
    body: {
      customerName: 'Bakkerij De Korenaar',
      customerPhone: '0475 123456',
      appointmentDate: '2026-11-24',
      appointmentTime: '10:00',
      bookAnyway: true,
      ...(by.role === 'agent' ? {} : { agentId: agent.id }),
      ...changes,
    },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

const download = (query: string, by = lead) => world.call('GET', `/api/appointments/export?${query}`, { as: as(by) })
const bytesOf = (reply: Answer) => Buffer.from(reply.text, 'latin1')
const csvRows = (reply: Answer): Record<string, string>[] =>
  parse(bytesOf(reply), { bom: true, delimiter: ';', columns: true })

async function xlsxCells(reply: Answer) {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(bytesOf(reply) as never)
  const cells: { text: string; type: exceljs.ValueType }[][] = []
  workbook.worksheets[0]?.eachRow((row) => {
    const line: (typeof cells)[number] = []
    row.eachCell({ includeEmpty: true }, (cell) => {
      const text = cell.value instanceof Date ? `${cell.value.toISOString()} ${cell.numFmt}` : cell.text
      line.push({ text, type: cell.type })
    })
    cells.push(line)
  })
  return cells
}

async function audited() {
  const reply = await world.call('GET', '/api/audit-logs?entityType=appointment-export', { as: as(admin) })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { userId: string; action: string; newData: Record<string, unknown> }[]
}

describe('the list as CSV', () => {
  beforeAll(async () => {
    await book(caller, {
      customerName: 'Café "De Ster"; Zoë',
      companyName: 'De Ster BV',
      notes: 'Eerste regel\r\nTweede; regel',
      appointmentDate: '2026-11-25',
      appointmentTime: '00:30',
      bookAnyway: true,
      status: 'awaiting',
      monthlyAmount: '125,50',
    })
  })

  it('opens in a Dutch Excel: BOM, semicolons, CR LF, Dutch headers, wall time in Amsterdam', async () => {
    const reply = await download('from=2026-11-25&to=2026-11-25')
    expect(reply.status, reply.text).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''afspraken-2026-11-21.csv",
    })
    const text = bytesOf(reply).toString('utf8')
    expect(text.startsWith('\ufeffDatum;Tijd;Klant;')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(csvRows(reply)).toEqual([
      expect.objectContaining({
        Datum: '25-11-2026',
        Tijd: '00:30',
        Klant: 'Café "De Ster"; Zoë',
        Bedrijf: 'De Ster BV',
        Type: 'Zakelijk',
        Status: 'In afwachting klant',
        Maandbedrag: '125,50',
        Agent: 'Sophie van Dam',
        'Gebeld door': 'Tim Kuiper',
        Team: 'Roermond Noord',
        Kantoor: 'Roermond',
        Notities: 'Eerste regel\r\nTweede; regel',
        Plaats: '',
      }),
    ])
  })

  it('has only headers without matching rows', async () => {
    const reply = await download('date=2026-12-25')
    expect(reply.status).toBe(200)
    expect(bytesOf(reply).toString('utf8').split('\r\n')).toHaveLength(2)
  })

  it('holds only rows that match the filters', async () => {
    expect(csvRows(await download('date=2026-11-25&status=sale'))).toEqual([])
    expect(csvRows(await download('date=2026-11-25&status=awaiting'))).toHaveLength(1)
    expect((await download('format=pdf')).status).toBe(400)
  })
})

describe('the list as a workbook', () => {
  it('has the same cells, named and typed as a workbook', async () => {
    const query = 'from=2026-11-25&to=2026-11-25'
    const reply = await download(`${query}&format=xlsx`)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': "attachment; filename*=UTF-8''afspraken-2026-11-21.xlsx",
    })
    const [csv] = csvRows(await download(query))
    const [header = [], row = []] = await xlsxCells(reply)
    expect(header.map(({ text }) => text)).toEqual(Object.keys(csv ?? {}))
    expect(row.slice(0, 4).map(({ text }) => text)).toEqual([
      '2026-11-25T00:00:00.000Z dd-mm-yyyy',
      '00:30',
      'Café "De Ster"; Zoë',
      'De Ster BV',
    ])
  })
})

describe('text that a spreadsheet would calculate', () => {
  const dangerous = ['=1+1', '+31 6', '-2+3', '@SUM(A1)', '=HYPERLINK("http://x";"y")', '＝1+1', 'x\u0000\u0007y']

  beforeAll(async () => {
    const { Appointments } = await import('../entity.ts')
    for (const [index, text] of dangerous.entries()) {
      const texts = (of: string) => ({ customerName: of, companyName: of, notes: of, city: of })
      const { id } = await book(caller, {
        ...texts(`Rij ${index}`),
        customerPhone: '+31 475 123456',
        appointmentDate: '2026-12-02',
        appointmentTime: `1${index}:00`,
        bookAnyway: true,
      })
      // Older rows may hold texts that no form accepts any more.
      await Appointments.patch({ id }).set(texts(text)).go()
    }
  })

  it('gets an apostrophe in a CSV, a phone number too', async () => {
    const rows = csvRows(await download('date=2026-12-02'))
    const expected = ["'=1+1", "'+31 6", "'-2+3", "'@SUM(A1)", `'=HYPERLINK("http://x";"y")`, "'＝1+1", 'xy']
    expect(rows.map(({ Klant }) => Klant)).toEqual(expected)
    expect(rows.map(({ Notities }) => Notities)).toEqual(expected)
    const cells = rows.flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(rows.every(({ Telefoon = '' }) => /^'\+31|^0/.test(Telefoon))).toBe(true)
  })

  it('is text in every cell of a workbook, but for the date', async () => {
    const rows = (await xlsxCells(await download('date=2026-12-02&format=xlsx'))).slice(1)
    expect(rows.map((row) => row[2]?.text)).toEqual([...dangerous.slice(0, -1), 'xy'])
    const types = new Set(
      rows.flatMap((row) => row.slice(1)).map(({ text, type }) => (text === '' ? exceljs.ValueType.String : type)),
    )
    expect([...types]).toEqual([exceljs.ValueType.String])
  })
})

describe('the rows of an export', () => {
  const names = async (by: Person) =>
    csvRows(await download('from=2026-11-25&to=2026-11-26', by)).map(({ Klant }) => Klant)

  it('are those of each role’s list', async () => {
    const own = 'Café "De Ster"; Zoë'
    expect(await names(admin)).toEqual([own, 'Elders BV'])
    for (const person of [lead, agent, caller]) expect(await names(person), person.role).toEqual([own])
    expect(await names(outsider)).toEqual(['Elders BV'])
    const aimed = await download(`from=2026-11-25&to=2026-11-26&agentId=${outsider.id}`, caller)
    expect(csvRows(aimed)).toEqual([])
  })

  it('are refused without a session or calendar access', async () => {
    expect((await world.call('GET', '/api/appointments/export')).status).toBe(401)
    const without = await world.person({ role: 'agent', teamId: 1, hasCalendarAccess: false })
    const reply = await world.call('GET', '/api/appointments/export', { as: await world.session(without) })
    expect(reply.status).toBe(403)
  })

  it('are refused to a read API key', async () => {
    const headers = { 'x-api-key': await makeApiKey(admin) }
    const reply = await world.call('GET', '/api/appointments/export', { headers })
    expect(reply.status).toBe(403)
  })
})

describe('the audit log', () => {
  it('records who exported which filter, in which format and how many rows', async () => {
    world.travel('2026-11-21T09:00:01Z')
    await download('date=2026-11-25&status=awaiting&format=xlsx', caller)
    const [row] = await audited()
    expect(row).toMatchObject({
      userId: caller.id,
      action: 'appointment.export',
      newData: { filter: { date: '2026-11-25', status: 'awaiting' }, format: 'xlsx', count: 1 },
    })
  })

  it('has no row of a refused export', async () => {
    const before = (await audited()).length
    await download('format=pdf')
    expect(await audited()).toHaveLength(before)
  })
})

describe('a list of any length', () => {
  /** Stores copies of a booked appointment without the service: ten thousand bookings would take minutes. */
  async function fill(counts: Record<string, number>) {
    const { Appointments } = await import('../entity.ts')
    const { id } = await book(caller, { appointmentDate: '2027-02-01' })
    const { data } = await Appointments.get({ id }).go({ consistent: true })
    if (!data) throw new Error('Not booked')
    const copies = Object.entries(counts).flatMap(([date, count]) =>
      Array.from({ length: count }, (_, index) => ({
        ...data,
        ...{ date, start: `${date}T09:00:00.000Z`, id: `copy-${date}-${index}` },
      })),
    )
    await Appointments.put(copies).go({ concurrent: 8 })
    return id
  }

  it('is exported over ten years, and refused with a text beyond that', async () => {
    expect((await download('from=2017-03-01&to=2027-02-28')).status).toBe(200)
    const refused = await download('from=2017-02-28&to=2027-02-28')
    expect([refused.status, refused.body.message]).toEqual([422, 'Kies een periode van hoogstens tien jaar'])
  })

  it('is exported whole up to ten thousand rows, and refused with advice above that', async () => {
    const id = await fill({ '2027-02-01': 1_200, '2027-02-02': 8_800 })
    expect(csvRows(await download('date=2027-02-01'))).toHaveLength(1_201)
    const refused = await download('from=2027-02-01&to=2027-02-28')
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Dit is te veel voor één bestand (hoogstens 10.000 afspraken). Kies een kortere periode of meer filters.',
    ])
    expect((await world.call('DELETE', `/api/appointments/${id}`, { as: as(lead) })).status).toBe(204)
    expect(csvRows(await download('from=2027-02-01&to=2027-02-28'))).toHaveLength(10_000)
  })
})

it('one person makes 30 exports in five minutes and must then wait, while others continue', async () => {
  const busy = await world.person({ role: 'caller', teamId: 1 })
  sessions.set(busy.id, await world.session(busy))
  const replies = await Promise.all(Array.from({ length: 32 }, () => download('date=2026-11-24', busy)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
  const refused = await download('date=2026-11-24', busy)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(refused.body.message).toBe(
    'Je hebt kort na elkaar veel bestanden gemaakt. Probeer het over een paar minuten opnieuw.',
  )
  expect((await download('date=2026-11-24', outsider)).status).toBe(200)
  world.travel(Date.now() + 300_001)
  expect((await download('date=2026-11-24', busy)).status).toBe(200)
})
