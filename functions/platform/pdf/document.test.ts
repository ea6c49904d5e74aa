import fc from 'fast-check'
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { describe, expect, it, test } from 'vitest'
import { type Cents, cents, wholeCents } from '../../../shared/money.ts'
import type { Instant } from '../../../shared/time.ts'
import { contentOf, readPdf } from '../../../testing/read-pdf.ts'
import { paragraph } from './blocks.ts'
import { type Attachment, createPdf } from './document.ts'
import { lineOf, widthOf, wrapText } from './lines.ts'
import { CONTENT_WIDTH, style } from './style.ts'

const madeAt = '2026-11-22T09:00:00.000Z' as Instant
const about = { title: 'Proef', author: 'Partnerview', subject: 'Een proef', madeAt, footer: 'Proef' }

const saying = async (...texts: string[]) => {
  const document = await createPdf(about)
  for (const text of texts) document.add(paragraph(text, style.body, { width: CONTENT_WIDTH }))
  return document.bytes()
}

interface Row {
  readonly name: string
  readonly amount: Cents
}
const tableOf = async (rows: readonly Row[]) => {
  const document = await createPdf(about)
  document.table<Row>({
    heading: 'Rijen',
    columns: [
      { header: 'Naam', width: 'fills', text: ({ name }) => name },
      { header: 'Bedrag', amount: ({ amount }) => amount, adds: true },
    ],
    rows,
    total: 'Totaal',
  })
  return document.bytes()
}

describe('text', () => {
  test.each([
    'Groß & Söhne, Élise, Łukasz Żółć',
    'Ελένη Παπαδοπούλου',
    'Иван Жуков van Aa',
    'محمد علي',
    "D'Ângelo – “aanhaling” … € 1.234,50",
  ])('%s is written so that it can be read back', async (name) => {
    const { pages } = await readPdf(await saying(name))
    expect(pages[0]?.content).toEqual([name])
  })

  it('shows characters that no font has as boxes, one each, and keeps their text', async () => {
    const bytes = await saying('Jan 👩‍👩‍👧 Smit 山田')
    expect((await readPdf(bytes)).pages[0]?.content).toEqual(['Jan □ Smit □□'])
    const content = await pageOf(bytes)
    for (const lost of ['👩‍👩‍👧', '山田']) {
      const spelled = Buffer.from(lost, 'utf16le').swap16().toString('hex').toUpperCase()
      expect(content).toContain(`/ActualText <FEFF${spelled}>`)
    }
  })

  it('accepts any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ maxLength: 40 }),
        async (any, one) => {
          const bytes = await saying(any, `${one}\ud800\u0000\u202e${one}`)
          expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(0)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('is never wider than its place, wrapped between or within words', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), { maxLength: 12 })
    fc.assert(
      fc.property(words, fc.integer({ min: 60, max: 300 }), (some, width) => {
        for (const line of wrapText(some.join(' '), style.body, width)) {
          const trailing = widthOf(lineOf(' ', style.body), style.body)
          expect(widthOf(line, style.body)).toBeLessThanOrEqual(width + trailing + 2)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('a table', () => {
  const rows = Array.from({ length: 70 }, (_, index) => ({ name: `Naam ${index + 1}`, amount: cents(index + 0.5) }))

  it('repeats its header and carries sums over from page to page', async () => {
    const { pages } = await readPdf(await tableOf(rows))
    expect(pages.length).toBeGreaterThanOrEqual(3)
    let sum = 0
    for (const [index, { texts }] of pages.entries()) {
      const page = texts.join(' ')
      expect(page).toContain('Naam Bedrag')
      expect(page.includes(`Transport van vorige pagina ${money(sum)}`)).toBe(index > 0)
      for (const [, row] of page.matchAll(/Naam (\d+)/g)) sum += Number(row) - 0.5
      expect(page.includes(`Transport ${money(sum)}`)).toBe(index < pages.length - 1)
      expect(page).toContain(`Pagina ${index + 1} van ${pages.length}`)
    }
    expect(pages.at(-1)?.texts).toContain('Totaal')
    expect(sum).toBe(rows.length ** 2 / 2)
  })

  it('is read as one table, cell by cell, without the repeated parts of each page', async () => {
    const { outline } = await readPdf(await tableOf(rows))
    const [heading, table] = outline
    expect(heading).toEqual({ tag: 'H2', text: 'Rijen' })
    const lines = [['Naam', 'Bedrag'], ...rows.map(({ name, amount }) => [name, money(amount / 100)])]
    expect(table?.rows).toEqual([...lines, ['Totaal', money(2450)]])
    expect(outline).toHaveLength(2)
  })

  it('never wraps an amount, whatever is beside it', async () => {
    const long = 'Eenbuitengewoonlangenaam'.repeat(20)
    const amount = wholeCents(987_654_321_012)
    const { pages } = await readPdf(await tableOf([{ name: long, amount }]))
    expect(pages[0]?.texts.filter((text) => text === money(9_876_543_210.12))).toHaveLength(2)
  })

  it('continues a row that is too high for a page on the next one', async () => {
    const name = Array.from({ length: 1_200 }, (_, index) => `woord${index}`).join(' ')
    const { pages, outline } = await readPdf(await tableOf([{ name, amount: cents(1) }]))
    expect(pages.length).toBeGreaterThan(1)
    expect(outline[1]?.rows?.[1]).toEqual([name, money(1)])
  })
})

describe('the file', () => {
  it('names its title, language and author', async () => {
    const { title, language, author, xmp, isTagged } = await readPdf(await saying('Iets'))
    expect({ title, language, author, isTagged }).toEqual({
      title: 'Proef',
      language: 'nl-NL',
      author: 'Partnerview',
      isTagged: true,
    })
    expect(xmp).toContain('<rdf:li xml:lang="x-default">Proef</rdf:li>')
  })

  it('embeds every font', async () => {
    const pdf = await PDFDocument.load(await saying('Groß', 'محمد'))
    const dictionaries = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, one]) => (one instanceof PDFDict ? [one] : []))
    const descriptors = dictionaries.filter((one) => one.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'))
    expect(descriptors.length).toBe(2)
    for (const one of descriptors) expect(one.has(PDFName.of('FontFile2'))).toBe(true)
  })

  it('holds attachments with their relation to it', async () => {
    const attachment: Attachment = {
      name: 'factuur.xml',
      contentType: 'application/xml',
      description: 'De factuur als UBL',
      bytes: Buffer.from('<Invoice/>'),
      relation: 'alternative',
    }
    const document = await createPdf({ ...about, attachments: [attachment] })
    document.add(paragraph('Factuur', style.body, { width: CONTENT_WIDTH }))
    const { attachments } = await readPdf(await document.bytes())
    expect(attachments).toEqual([{ name: 'factuur.xml', text: '<Invoice/>', relation: 'Alternative' }])
  })

  it('is the same bytes when it is made again', async () => {
    expect(Buffer.compare(await saying('Eén'), await saying('Eén'))).toBe(0)
  })
})

const money = (euros: number) =>
  new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(euros).replace('\u00a0', ' ')

async function pageOf(bytes: Uint8Array): Promise<string> {
  const [page] = (await PDFDocument.load(bytes)).getPages()
  const stream = page?.node.lookup(PDFName.of('Contents'))
  return stream instanceof PDFRawStream ? contentOf(stream) : ''
}
