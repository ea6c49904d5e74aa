import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fontkit from '@pdf-lib/fontkit'
import { PDFDocument } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { drawInvoicePdf } from '../functions/invoices/documents/invoice-pdf.ts'
import { ublOf } from '../functions/invoices/documents/invoice-ubl.ts'
import { buildIssuedInvoice } from '../testing/issued.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

const ROUNDS = 7
const INVOICES = 20
const GOAL = 0.7

interface Piece {
  readonly text: string
  readonly font: string
  readonly size: number
  readonly x: number
  readonly y: number
}

/**
 * Measures how many invoices per second become a PDF, against the same texts drawn with pdf-lib alone. Returns one row
 * with the ratio.
 */
export async function run(): Promise<Row[]> {
  const made = buildIssuedInvoice()
  const row = { ...made, supplier: { ...made.supplier, name: 'Énergie Groß & Łukasz BV' } }
  const ubl = ublOf(row)
  const pages = await piecesOf(await drawInvoicePdf(row, ubl))
  const fonts = await Promise.all(['400Regular/Inter_400Regular', '600SemiBold/Inter_600SemiBold'].map(fontFile))
  const ours = () => drawInvoicePdf(row, ubl)
  const bare = () => drawPieces(pages, fonts, ubl)
  await Promise.all([ours(), bare()])
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const one = await perSecond(bare)
    ratios.push((await perSecond(ours)) / one)
  }
  const ratio = median(ratios)
  return [
    {
      name: 'an invoice as a PDF, against the same page in pdf-lib without our code',
      value: `${ratio.toFixed(2)} of its documents per second`,
      goal: `≥ ${GOAL}`,
      ok: ratio >= GOAL,
    },
  ]
}

const fontFile = (name: string) => readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}.ttf`)))

async function perSecond(make: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  for (let count = 0; count < INVOICES; count++) await make()
  return (INVOICES * 1000) / (performance.now() - since)
}

/** Reads the text pieces of a document with their positions, page by page. */
async function piecesOf(bytes: Uint8Array): Promise<Piece[][]> {
  const reading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  const document = await reading.promise
  const pages: Piece[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [size, , , , x, y] = item.transform
        return [{ text: item.str, font: item.fontName, size, x, y }]
      }),
    )
  }
  await reading.destroy()
  return pages
}

async function drawPieces(pages: readonly (readonly Piece[])[], files: readonly Uint8Array[], ubl: string) {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const fonts = await Promise.all(files.map((file) => document.embedFont(file, { subset: true })))
  const names = [...new Set(pages.flat().map(({ font }) => font))]
  for (const pieces of pages) {
    const page = document.addPage([595, 842])
    for (const { text, font, size, x, y } of pieces) {
      page.drawText(text, { x, y, size, font: fonts[names.indexOf(font) % fonts.length] as (typeof fonts)[number] })
    }
  }
  await document.attach(Buffer.from(ubl), 'factuur.xml', { mimeType: 'text/xml' })
  return document.save()
}
