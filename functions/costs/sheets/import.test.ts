import exceljs from 'exceljs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CostWorld, startCostWorld } from '../../../testing/costs.ts'
import { buildZip } from '../../../testing/spreadsheets.ts'

let world: CostWorld
beforeEach(async () => {
  world = await startCostWorld()
})
afterEach(() => world.stop())

const HOURS = '/api/time-entries/import'
const COSTS = '/api/fixed-costs/import'
const HEADER = 'Medewerker;Datum;Soort werk;Uren;Omschrijving'
const hours = (...rows: readonly string[]) => world.sheet(HOURS, HEADER, ...rows)
const entries = async () =>
  (await world.done('admin', 'GET', '/api/time-entries?from=2026-01-01&to=2026-12-31')).map(
    ({ date, projectType, hours: count, description }: Record<string, unknown>) => [
      date,
      projectType,
      count,
      description,
    ],
  )

async function workbook(rows: readonly (readonly (string | number | Date)[])[]): Promise<Buffer> {
  const book = new exceljs.Workbook()
  const sheet = book.addWorksheet('Blad')
  for (const row of rows) sheet.addRow([...row])
  return Buffer.from(await book.xlsx.writeBuffer())
}

describe('a sheet of hours', () => {
  it('enters and changes hours by name or address, and changes nothing the second time', async () => {
    await world.enter('2026-11-02', 4)
    const rows = [
      'Lotte Peeters;02-11-2026;Sales;7,5;Bellen',
      `${world.agent.email};03-11-2026;Administratie;0,5;`,
      'lotte  peeters;2026-11-03;sales;7:30;',
    ]
    const first = await hours(...rows)
    expect(first.body).toEqual({ totalRows: 3, created: 2, updated: 1, unchanged: 0, refused: [], ignoredColumns: [] })
    expect(await entries()).toEqual([
      ['2026-11-03', 'sales', 7.5, null],
      ['2026-11-03', 'admin', 0.5, null],
      ['2026-11-02', 'sales', 7.5, 'Bellen'],
    ])
    const again = await hours(...rows)
    expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    // An empty cell keeps the stored value.
    await hours('Lotte Peeters;02-11-2026;Sales;8;')
    expect((await entries())[2]).toEqual(['2026-11-02', 'sales', 8, 'Bellen'])
  })

  it('names row, column and reason of refused rows, and enters the rest', async () => {
    await world.world.person({ firstName: 'Sam', lastName: 'Smit' })
    await world.world.person({ firstName: 'Sam', lastName: 'Smit' })
    const reply = await hours(
      'Niemand Hier;02-11-2026;Sales;7',
      'Sam Smit;02-11-2026;Sales;7',
      'Lotte Peeters;31-02-2026;Sales;7',
      'Lotte Peeters;;Sales;7',
      'Lotte Peeters;24-12-2026;Sales;7',
      'Lotte Peeters;02-11-2026;Vakantie;7',
      'Lotte Peeters;02-11-2026;;7',
      'Lotte Peeters;02-11-2026;Sales;0,05',
      'Lotte Peeters;02-11-2026;Sales;25',
      'Lotte Peeters;02-11-2026;Sales;veel',
      'Lotte Peeters;02-11-2026;Sales;20',
      'Lotte Peeters;02-11-2026;Sales;21',
      'Lotte Peeters;02-11-2026;Training;5',
      'weg@example.nl;02-11-2026;Sales;7',
      ';02-11-2026;Sales;7',
    )
    expect(reply.body).toMatchObject({ totalRows: 15, created: 1, updated: 0, unchanged: 0 })
    const refusals = reply.body.refused.map(({ row, column, message }: Record<string, unknown>) => [
      row,
      column,
      message,
    ])
    expect(refusals).toEqual([
      [2, 'Medewerker', "Niemand heet 'Niemand Hier'"],
      [3, 'Medewerker', "2 mensen heten 'Sam Smit'. Gebruik het e-mailadres."],
      [4, 'Datum', "'31-02-2026' is geen geldige datum"],
      [5, 'Datum', 'Kies een datum'],
      [6, 'Datum', 'Vul uren in tot en met deze week (29-11-2026)'],
      [7, 'Soort werk', "'Vakantie' is geen van Algemeen, Sales, Administratie, Training"],
      [8, 'Soort werk', 'Kies een soort werk'],
      [9, 'Uren', 'Minimaal 0.1 uur'],
      [10, 'Uren', 'Maximaal 24 uur per dag'],
      [11, 'Uren', 'Vul een aantal uren in, bijvoorbeeld 7,5'],
      [13, null, 'Rij 12 heeft dezelfde dag en soort werk. Laat één van beide staan.'],
      [14, 'Uren', 'Maximaal 24 uur per dag'],
      [15, 'Medewerker', "Niemand heet 'weg@example.nl'"],
      [16, 'Medewerker', 'Vul een naam of e-mailadres in'],
    ])
  })

  it.each(['csv', 'xlsx'])('that was exported as %s can be imported again', async (format) => {
    await world.done('admin', 'POST', '/api/user-rates', {
      userId: world.agent.id,
      hourlyRate: 18,
      effectiveFrom: '2026-01-01',
    })
    const cells = [
      { date: '2026-11-02', projectType: 'general', hours: 0.1, description: '=1+1' },
      { date: '2026-11-02', projectType: 'sales', hours: 7.25 },
      { date: '2026-11-03', projectType: 'training', hours: 24 },
    ]
    await world.done('agent', 'PUT', '/api/time-entries', { cells })
    const before = await entries()
    const file = await world.ask('admin', 'GET', `/api/time-entries/export?format=${format}`)
    const bytes = Buffer.from(file.text, format === 'csv' ? 'utf8' : 'latin1')
    const upload = () =>
      world.upload(HOURS, format === 'csv' ? Buffer.from(file.text, 'latin1') : bytes, `uren.${format}`)
    expect((await upload()).body).toMatchObject({
      totalRows: 3,
      created: 0,
      unchanged: 3,
      refused: [],
      ignoredColumns: ['Uurloon', 'Kosten'],
    })
    for (const { id } of await world.done('admin', 'GET', '/api/time-entries'))
      await world.done('admin', 'DELETE', `/api/time-entries/${id}`)
    expect((await upload()).body).toMatchObject({ created: 3, refused: [] })
    expect(await entries()).toEqual(before)
  })

  it('may be a workbook with real dates and numbers', async () => {
    const bytes = await workbook([
      ['E-mail', 'Datum', 'Soort werk', 'Aantal uren'],
      [world.agent.email, new Date('2026-11-02T00:00:00Z'), 'Sales', 7.75],
    ])
    expect((await world.upload(HOURS, bytes, 'uren.xlsx')).body).toMatchObject({ created: 1, refused: [] })
    expect(await entries()).toEqual([['2026-11-02', 'sales', 7.75, null]])
  })

  it('is refused as a whole when it is another list, no spreadsheet or too large', async () => {
    const texts = async (bytes: Uint8Array, name: string) => {
      const { status, body } = await world.upload(HOURS, bytes, name)
      return [status, body.errors?.file?.[0] ?? body.message]
    }
    expect(await texts(Buffer.from('Klant;Plaats\r\nBakker;Roermond'), 'lijst.csv')).toEqual([
      422,
      'We herkennen de kolommen niet. Zet bovenaan kolomkoppen: Medewerker of E-mail, Datum, Soort werk en Uren.',
    ])
    expect(await texts(Buffer.from('Medewerker;Uren\r\nLotte Peeters;4'), 'lijst.csv')).toEqual([
      422,
      'Er ontbreken kolommen. Zet bovenaan kolomkoppen: Medewerker of E-mail, Datum, Soort werk en Uren.',
    ])
    expect(await texts(Buffer.from(' \r\n'), 'leeg.csv')).toEqual([422, 'Dit bestand bevat geen gegevens.'])
    expect(await texts(Buffer.from('%PDF-1.7 iets anders dan een lijst'), 'uren.xlsx')).toEqual([
      422,
      expect.stringContaining('geen spreadsheet'),
    ])
    const bomb = buildZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'xl/workbook.xml', content: Buffer.alloc(40 * 1024 * 1024) },
    ])
    expect(await texts(bomb, 'uren.xlsx')).toEqual([422, expect.stringMatching(/onwaarschijnlijk groot/)])
    const rows = Array.from({ length: 5_001 }, () => 'Lotte Peeters;02-11-2026;Sales;4;')
    expect(await texts(Buffer.from([HEADER, ...rows].join('\r\n')), 'uren.csv')).toEqual([
      422,
      'Dit bestand heeft te veel rijen: het maximum is 5.000. Splits het bestand.',
    ])
    expect(await entries()).toEqual([])
  })

  it('names each refused row, however many there are', async () => {
    const rows = Array.from({ length: 600 }, () => 'Niemand Hier;02-11-2026;Sales;7;')
    const { body } = await world.sheet(HOURS, HEADER, ...rows)
    expect([body.totalRows, body.refused.length, body.refused.at(-1).row]).toEqual([600, 600, 601])
  })

  it('of 5,000 rows is stored', async () => {
    const people = await Promise.all(
      Array.from({ length: 25 }, (_, at) => world.world.person({ teamId: 1, lastName: `Nummer ${at}` })),
    )
    const days = Array.from({ length: 50 }, (_, at) => new Date(Date.UTC(2026, 5, 1 + at)).toISOString().slice(0, 10))
    const kinds = ['Algemeen', 'Sales', 'Administratie', 'Training']
    const rows = people.flatMap(({ email }) => days.flatMap((day) => kinds.map((kind) => `${email};${day};${kind};1;`)))
    const reply = await world.sheet(HOURS, HEADER, ...rows)
    expect(reply.body).toMatchObject({ totalRows: 5000, created: 5000, refused: [] })
    expect((await world.counted('2026-06')).map((one: Record<string, unknown>) => one['reportHours'])).toEqual(
      people.map(() => 30 * 400),
    )
  })
})

describe('a sheet of fixed costs', () => {
  const COLUMNS = 'Categorie;Omschrijving;Geldt voor;E-mail;Bedrag per maand;Vanaf;Tot en met;Actief'
  const costs = (...rows: readonly string[]) => world.sheet(COSTS, COLUMNS, ...rows)
  const listed = async () =>
    (await world.done('admin', 'GET', '/api/fixed-costs')).map((one: Record<string, unknown>) => [
      ...[
        one['scope'],
        one['description'],
        one['monthlyAmount'],
        one['effectiveFrom'],
        one['effectiveTo'],
        one['isActive'],
      ],
    ])
  beforeEach(() => world.done('admin', 'POST', '/api/cost-categories', { name: 'Huur' }))

  it('adds and changes costs of organisation, teams and people, and changes nothing the second time', async () => {
    const rows = [
      'Huur;Kantoor;Organisatie;;1.850,00;01-01-2026;;Ja',
      'huur;Kantoor;Vennep Duin;;1475;01-01-2026;31-12-2027;Ja',
      `Huur;Thuis;Lotte Peeters;${world.agent.email};25,5;01-03-2026;;Nee`,
    ]
    const first = await costs(...rows)
    expect(first.body).toEqual({ totalRows: 3, created: 3, updated: 0, unchanged: 0, refused: [], ignoredColumns: [] })
    expect(await listed()).toEqual([
      ['organisation', 'Kantoor', 1850, '2026-01-01', null, true],
      ['team', 'Kantoor', 1475, '2026-01-01', '2027-12-31', true],
      ['person', 'Thuis', 25.5, '2026-03-01', null, false],
    ])
    expect((await costs(...rows)).body).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    expect((await costs('Huur;Kantoor;Organisatie;;1900;01-01-2026;31-12-2026;')).body).toMatchObject({
      created: 0,
      updated: 1,
    })
    expect((await listed())[0]).toEqual(['organisation', 'Kantoor', 1900, '2026-01-01', '2026-12-31', true])
    expect(await world.done('admin', 'GET', '/api/cost-categories')).toMatchObject([{ used: 3 }])
  })

  it('names row, column and reason of refused rows', async () => {
    await world.world.team(3, 'Lotte Peeters')
    const { body } = await costs(
      'Auto;Lease;Organisatie;;389;01-01-2026;;',
      'Huur;Kantoor;Niemand;;1850;01-01-2026;;',
      'Huur;Kantoor;Lotte Peeters;;1850;01-01-2026;;',
      'Huur;Kantoor;;;-5;01-01-2026;;',
      'Huur;Kantoor;;;5;;;',
      'Huur;Kantoor;;;5;01-01-2026;31-12-2025;',
      'Huur;Kantoor;;;5;01-01-2026;;',
      'Huur;Kantoor;;;6;01-01-2026;;',
    )
    expect(body).toMatchObject({ totalRows: 8, created: 1, updated: 0 })
    expect(body.refused.map(({ row, column, message }: Record<string, unknown>) => [row, column, message])).toEqual([
      [2, 'Categorie', "Er is geen categorie 'Auto'. Maak de categorie eerst aan."],
      [3, 'Geldt voor', "Niemand heet 'Niemand'"],
      [4, 'Geldt voor', "'Lotte Peeters' kan meer dan één team of persoon zijn"],
      [5, 'Bedrag per maand', 'Bedrag moet positief zijn'],
      [6, 'Vanaf', 'Kies een datum'],
      [7, 'Tot en met', 'Kies een datum op of na de eerste dag'],
      [9, null, 'Een eerdere rij gaat over dezelfde kosten. Laat één van beide staan.'],
    ])
  })

  it.each(['csv', 'xlsx'])('that was exported as %s can be imported again, licences included', async (format) => {
    await costs('Huur;Kantoor;Organisatie;;1850;01-01-2026;;Ja', 'Huur;;Roermond Maas;;1475;01-01-2026;31-12-2027;Nee')
    await world.world.person({ teamId: 2, employmentType: 'zzp' })
    const { syncAllFixedCosts } = await import('../following-people.ts')
    await syncAllFixedCosts()
    const file = await world.ask('admin', 'GET', `/api/fixed-costs/export?format=${format}`)
    const reply = await world.upload(COSTS, Buffer.from(file.text, 'latin1'), `vaste-kosten.${format}`)
    expect(reply.body).toEqual({ totalRows: 3, created: 0, updated: 0, unchanged: 3, refused: [], ignoredColumns: [] })
  })
})

describe('a sheet that is shown first', () => {
  const CHECK = `${HOURS}/check`
  const file = (...rows: readonly string[]) => Buffer.from([HEADER, ...rows].join('\r\n'))
  const seen = (path: string, reading: string) => `${path}?seenReading=${encodeURIComponent(reading)}`

  it('shows what its import would do, with its first rows and wrong cells, and stores nothing', async () => {
    await world.enter('2026-11-02', 4)
    await world.enter('2026-11-03', 2)
    const bytes = file(
      'Lotte Peeters;02-11-2026;Sales;7,5;',
      'Lotte Peeters;03-11-2026;Sales;2;',
      'Lotte Peeters;04-11-2026;Sales;3;',
      // Rows about the same day and kind of work: a repetition, and one with other hours.
      'Lotte Peeters;04-11-2026;Sales;3;',
      'Lotte Peeters;04-11-2026;Sales;5;',
      'Lotte Peeters;04-11-2026;Training;22;',
      'Lotte Peeters;31-02-2026;Sales;1;',
    )
    const before = await entries()
    const { body: plan, status } = await world.upload(CHECK, bytes, 'uren.csv')
    expect([status, plan.created, plan.updated, plan.unchanged, plan.refused.length]).toEqual([200, 1, 1, 2, 3])
    expect(plan.sheets).toMatchObject([
      { headerRow: 1, fields: ['person', 'date', 'projectType', 'hours', 'description'] },
    ])
    const wrong = plan.sheets[0].rows.filter(({ problems }: { problems: unknown[] }) => problems.length > 0)
    expect(wrong).toMatchObject([
      { number: 6, problems: [{ column: null, reason: expect.stringContaining('Rij 4') }] },
      { number: 7, problems: [{ column: 3, reason: 'Maximaal 24 uur per dag' }] },
      { number: 8, problems: [{ column: 1 }] },
    ])
    expect(await entries()).toEqual(before)
    const { reading, sheets, ...expected } = plan
    expect(sheets).toHaveLength(1)
    expect((await world.upload(seen(HOURS, reading), bytes, 'uren.csv')).body).toEqual(expected)
  })

  it('is not stored after its plan has changed, nor twice, nor as another file', async () => {
    const bytes = file('Lotte Peeters;02-11-2026;Sales;7,5;')
    const { reading } = (await world.upload(CHECK, bytes, 'uren.csv')).body
    const otherFile = file('Lotte Peeters;02-11-2026;Sales;8;')
    expect((await world.upload(seen(HOURS, reading), otherFile, 'uren.csv')).status).toBe(409)
    await world.enter('2026-11-02', 4)
    const late = await world.upload(seen(HOURS, reading), bytes, 'uren.csv')
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('intussen veranderd')])
    expect((await entries()).map(([, , count]: unknown[]) => count)).toEqual([4])
    const again = (await world.upload(CHECK, bytes, 'uren.csv')).body.reading
    expect((await world.upload(seen(HOURS, again), bytes, 'uren.csv')).body).toMatchObject({ updated: 1 })
    expect((await world.upload(seen(HOURS, again), bytes, 'uren.csv')).status).toBe(409)
  })

  it('may be one of fixed costs, with more rows than one transaction takes', async () => {
    await world.done('admin', 'POST', '/api/cost-categories', { name: 'Huur' })
    const columns = 'Categorie;Omschrijving;Geldt voor;Bedrag per maand;Vanaf'
    const rows = Array.from(
      { length: 45 },
      (_, at) => `Huur;Kantoor ${at % 40};Organisatie;${at < 42 ? 5 : 6};01-01-2026`,
    )
    const bytes = Buffer.from([columns, ...rows].join('\r\n'))
    const { body: plan } = await world.upload(`${COSTS}/check`, bytes, 'kosten.csv')
    expect(plan).toMatchObject({ totalRows: 45, created: 40, updated: 0, unchanged: 2 })
    expect(plan.refused.map(({ row }: { row: number }) => row)).toEqual([44, 45, 46])
    expect(await world.done('admin', 'GET', '/api/fixed-costs')).toEqual([])
    const { reading, sheets: _, ...expected } = plan
    expect((await world.upload(seen(COSTS, reading), bytes, 'kosten.csv')).body).toEqual(expected)
  })
})
