import exceljs from 'exceljs'
import { expect, test } from 'vitest'
import { cents } from '../../../shared/money.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { type Statement, totalsOf } from './statement.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementXlsx } from './statement-xlsx.ts'

const on = (day: number) => `2026-10-${String(day).padStart(2, '0')}` as LocalDate

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
}

test('what was carried in, paid and corrected is paid, or goes over below zero; what was earned is told beside it', () => {
  const { earned, paid, adjusted, payable, carriedOut } = totalsOf(october)
  expect([earned, paid, adjusted, payable, carriedOut]).toEqual([1396.25, 1010.5, -70, 895.5, 0].map(cents))
  const { payable: none, carriedOut: rest } = totalsOf({ ...october, paid: [] })
  expect([none, rest]).toEqual([0, -115].map(cents))
})

test('a statement is read in order: whose, of when, what it comes to, and its rows', async () => {
  const { title, language, author, isTagged, outline } = await readPdf(await statementPdf(october))
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
  expect(after('Uit te betalen')).toBe('€ 895,50')
  expect(after('Van vorige maand')).toBe('€ -45,00')
  expect(after('Uitbetaalde commissies')).toBe('€ 1.010,50')
  expect(texts).toContain('Verdiend in oktober 2026: € 1.396,25')
  expect(texts).not.toContain('Te verrekenen met de volgende maand')
  const [earned, paid, adjusted] = outline.flatMap(({ rows }) => (rows ? [rows] : []))
  expect(earned).toEqual([
    ['Datum', 'Klant', 'Provider', 'Als', 'Status', 'Bedrag'],
    ['01-10-2026', 'Élise Żółć', 'Vattenfall', 'Agent', 'Nieuw', '€ 120,00'],
    ['02-10-2026', 'محمد علي', 'Afspraak', 'Beller', 'Nieuw', '€ 25,50'],
    ['03-10-2026', '=1+1 □', 'Eneco', 'Agent', 'Uitbetaald', '€ 1.250,75'],
    ['Totaal verdiend', '€ 1.396,25'],
  ])
  expect(adjusted?.at(1)).toEqual(['14-10-2026', 'Opgezegd binnen de bedenktijd', 'Hotel Noord', '€ -120,00'])
  expect(paid?.at(-1)).toEqual(['Totaal uitbetaald', '€ 1.010,50'])
  const overdrawn = await readPdf(await statementPdf({ ...october, paid: [] }))
  expect(overdrawn.pages.flatMap((page) => page.texts).join(' ')).toContain(
    'Te verrekenen met de volgende maand € -115,00',
  )
})

test('a statement of three pages carries what was earned so far', async () => {
  const earned = Array.from({ length: 45 }, (_, index) => ({
    date: on(1 + (index % 31)),
    customer: `Klant ${index}`,
    provider: 'Engie',
    role: 'Agent',
    status: 'Nieuw',
    amount: cents(10),
  }))
  const { pages } = await readPdf(await statementPdf({ ...october, earned }))
  expect(pages).toHaveLength(3)
  let rows = 0
  for (const { texts } of pages.slice(0, 2)) {
    rows += texts.filter((text) => /^Klant \d/.test(text)).length
    expect(texts.join(' ')).toContain(`Transport € ${rows * 10},00`)
  }
})

test('a month in which nothing happened says so', async () => {
  const nothing = { ...october, earned: [], paid: [], adjustments: [], carriedIn: cents(0) }
  const { outline } = await readPdf(await statementPdf(nothing))
  expect(outline.at(-1)?.text).toBe('In deze maand is niets verdiend, gecorrigeerd of uitbetaald.')
})

test('the workbook has amounts that add up to what is paid, dates that are dates and texts that compute nothing', async () => {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load((await statementXlsx(october)).buffer as ArrayBuffer)
  const sheet = workbook.getWorksheet('oktober 2026')
  const rows: unknown[][] = []
  sheet?.eachRow((row) => {
    rows.push((row.values as unknown[]).slice(1))
  })
  const amounts = rows
    .filter(([kind]) => kind !== 'Verdiend')
    .slice(1)
    .map((row) => row.at(-1) as number)
  const sum = amounts.slice(0, -2).reduce((total, amount) => total + Math.round(amount * 100), 0)
  expect([sum / 100, 0]).toEqual(amounts.slice(-2))
  expect(amounts.at(-2)).toBe(895.5)
  expect(rows[1]?.[1]).toEqual(new Date('2026-10-01T00:00:00Z'))
  expect(rows[3]?.[2]).toBe('=1+1 😀')
})
