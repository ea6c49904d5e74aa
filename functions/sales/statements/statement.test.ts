import exceljs from 'exceljs'
import { expect, test } from 'vitest'
import { cents } from '../../../shared/money.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { type Statement, totalsOf } from './statement.ts'
import { createStatementPdf } from './statement-pdf.ts'
import { createStatementXlsx } from './statement-xlsx.ts'

const on = (day: number) => `2026-10-${String(day).padStart(2, '0')}` as LocalDate

const NOTHING_HAPPENED = 'In deze maand is niets verdiend, gecorrigeerd of uitbetaald.'

const october: Statement = {
  month: '2026-10',
  drawnUpOn: '2026-11-03' as LocalDate,
  company: 'Partnerview Nederland B.V.',
  person: { name: 'Zoë Groß-Łuczak', role: 'Agent', team: 'Team Roermond' },
  carriedIn: cents(-45),
  earned: [
    { date: on(1), customer: 'Élise Żółć', provider: 'Vattenfall', role: 'Agent', status: 'Nieuw', amount: cents(120) },
    { date: on(2), customer: 'محمد علي', provider: null, role: 'Beller', status: 'Nieuw', amount: cents(25.5) },
    {
      date: on(3),
      customer: '=1+1 😀',
      provider: 'Eneco',
      role: 'Agent',
      status: 'Uitbetaald',
      amount: cents(1250.75),
    },
  ],
  paid: [
    { date: on(25), customer: 'Élise Żółć', amount: cents(900) },
    { date: on(26), customer: 'Bakker', amount: cents(110.5) },
  ],
  adjustments: [
    { date: on(14), reason: 'Opgezegd binnen de bedenktijd', customer: 'Hotel Noord', amount: cents(-120) },
    { date: on(15), reason: 'Bonus', customer: null, amount: cents(50) },
  ],
  byInvoice: { paid: [], adjustments: [] },
}

const alsoByInvoice: Statement = {
  ...october,
  byInvoice: {
    paid: [
      { date: on(27), customer: 'Café Łódź', amount: cents(300), invoice: 'Factuur YDS-2026-0007' },
      { date: on(28), customer: 'Smit', amount: cents(45.5), invoice: 'Factuur YDS-2026-0008' },
    ],
    adjustments: [
      { date: on(5), reason: 'Teveel betaald', customer: 'Smit', amount: cents(-20), invoice: 'Factuur YDS-2026-0007' },
      { date: on(6), reason: 'Vergeten', customer: null, amount: cents(-5), invoice: 'Factuur YDS-2026-0008' },
    ],
  },
}

test('opening amount, earnings and corrections are settled by payroll or invoices, or open at the end', () => {
  const { earned, paid, adjusted, invoiced, carriedOut } = totalsOf(alsoByInvoice)
  expect([earned, paid, adjusted, invoiced, carriedOut]).toEqual([1396.25, 1010.5, -70, 320.5, -49.75].map(cents))
  expect(totalsOf({ ...october, paid: [] }).carriedOut).toBe(cents(1281.25))
})

test('a statement is read in order: person, month, sums and rows', async () => {
  const { title, language, author, isTagged, outline } = await readPdf(await createStatementPdf(october))
  expect({ title, language, author, isTagged }).toEqual({
    title: 'Commissieoverzicht oktober 2026',
    language: 'nl-NL',
    author: 'Partnerview Nederland B.V.',
    isTagged: true,
  })
  const texts = outline.flatMap(({ text }) => text ?? [])
  expect(texts.slice(0, 3)).toEqual(['Commissieoverzicht', 'Oktober 2026', 'Partnerview'])
  const after = (label: string) => texts[texts.indexOf(label) + 1]
  expect(after('Periode')).toBe('01-10-2026 t/m 31-10-2026')
  expect(after('Voor')).toBe('Zoë Groß-Łuczak')
  expect(after('Uitbetaald')).toBe('€ 1.010,50')
  expect(texts).toContain('Nog open: € 270,75')
  expect(['Open aan het begin', 'Verdiend', 'Correcties', 'Open aan het eind'].map(after)).toEqual([
    '€ -45,00',
    '€ 1.396,25',
    '€ -70,00',
    '€ 270,75',
  ])
  const [earned, adjusted, paid] = outline.flatMap(({ rows }) => (rows ? [rows] : []))
  expect(earned).toEqual([
    ['Datum', 'Klant', 'Provider', 'Als', 'Status', 'Bedrag'],
    ['01-10-2026', 'Élise Żółć', 'Vattenfall', 'Agent', 'Nieuw', '€ 120,00'],
    ['02-10-2026', 'محمد علي', 'Afspraak', 'Beller', 'Nieuw', '€ 25,50'],
    ['03-10-2026', '=1+1 □', 'Eneco', 'Agent', 'Uitbetaald', '€ 1.250,75'],
    ['Totaal verdiend', '€ 1.396,25'],
  ])
  expect(adjusted?.at(1)).toEqual(['14-10-2026', 'Opgezegd binnen de bedenktijd', 'Hotel Noord', '€ -120,00'])
  expect(paid?.at(-1)).toEqual(['Totaal uitbetaald', '€ 1.010,50'])
})

test('a statement lists the lines that invoices settled, each with its invoice', async () => {
  const { outline } = await readPdf(await createStatementPdf(alsoByInvoice))
  const texts = outline.flatMap(({ text }) => text ?? [])
  expect(texts[texts.indexOf('Via facturen') + 1]).toBe('€ -320,50')
  const headings = outline.flatMap(({ tag, text }) => (tag === 'H2' ? [text] : []))
  expect(headings).toEqual(['Verdiend', 'Correcties', 'Uitbetaald', 'Uitbetaald via factuur', 'Correcties via factuur'])
  const [paid, adjusted] = outline.flatMap(({ rows }) => (rows ? [rows] : [])).slice(-2)
  expect(paid?.slice(1)).toEqual([
    ['27-10-2026', 'Café Łódź Factuur YDS-2026-0007', '€ 300,00'],
    ['28-10-2026', 'Smit Factuur YDS-2026-0008', '€ 45,50'],
    ['Totaal uitbetaald via factuur', '€ 345,50'],
  ])
  expect(adjusted?.slice(1)).toEqual([
    ['05-10-2026', 'Teveel betaald Factuur YDS-2026-0007', 'Smit', '€ -20,00'],
    ['06-10-2026', 'Vergeten Factuur YDS-2026-0008', '–', '€ -5,00'],
    ['Totaal correcties via factuur', '€ -25,00'],
  ])
  const without = await readPdf(await createStatementPdf(october))
  expect(without.pages.flatMap(({ texts }) => texts).join(' ')).not.toContain('via factuur')
  const only = { ...alsoByInvoice, earned: [], paid: [], adjustments: [] }
  const { pages } = await readPdf(await createStatementPdf(only))
  expect(pages.flatMap(({ texts }) => texts)).not.toContain(NOTHING_HAPPENED)
})

test('a statement of three pages carries the earned sum over', async () => {
  const earned = Array.from({ length: 45 }, (_, index) => ({
    date: on(1 + (index % 31)),
    customer: `Klant ${index}`,
    provider: 'Engie',
    role: 'Agent',
    status: 'Nieuw',
    amount: cents(10),
  }))
  const { pages } = await readPdf(await createStatementPdf({ ...october, earned }))
  expect(pages).toHaveLength(3)
  let rows = 0
  for (const { texts } of pages.slice(0, 2)) {
    rows += texts.filter((text) => /^Klant \d/.test(text)).length
    expect(texts.join(' ')).toContain(`Transport € ${rows * 10},00`)
  }
})

/** Reads the rows of the workbook of a statement, the header first. */
async function rowsIn(statement: Statement): Promise<unknown[][]> {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load((await createStatementXlsx(statement)).buffer as ArrayBuffer)
  const rows: unknown[][] = []
  workbook.getWorksheet('oktober 2026')?.eachRow((row) => {
    rows.push((row.values as unknown[]).slice(1))
  })
  return rows
}

test('a month without postings says so', async () => {
  const nothing = { ...october, earned: [], paid: [], adjustments: [], carriedIn: cents(0) }
  const { outline } = await readPdf(await createStatementPdf(nothing))
  expect(outline.at(-1)?.text).toBe(NOTHING_HAPPENED)
})

test('the workbook has amounts that add up, dates and texts without formulas', async () => {
  const rows = await rowsIn(alsoByInvoice)
  const amounts = rows.slice(1).map((row) => Math.round((row.at(-1) as number) * 100))
  const sum = amounts.slice(0, -1).reduce((total, amount) => total + amount, 0)
  expect([sum, amounts.at(-1)]).toEqual([-4975, -4975])
  expect(rows[1]?.[1]).toEqual(new Date('2026-10-01T00:00:00Z'))
  expect(rows[4]?.[2]).toBe('=1+1 😀')
})

test('the workbook lists the lines that invoices settled, each with its invoice', async () => {
  const rows = await rowsIn(alsoByInvoice)
  const written = rows
    .filter(([kind]) => kind === 'Via factuur')
    .map(([, , text, , , status, amount]) => [text, status, amount])
  expect(written).toEqual([
    ['Café Łódź', 'Factuur YDS-2026-0007', -300],
    ['Smit', 'Factuur YDS-2026-0008', -45.5],
    ['Teveel betaald (Smit)', 'Factuur YDS-2026-0007', 20],
    ['Vergeten', 'Factuur YDS-2026-0008', 5],
  ])
})
