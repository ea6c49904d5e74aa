import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Page {
  /** All texts on the page, piece by piece. */
  readonly texts: readonly string[]
  /** Texts that a screen reader reads: those on the page, without what is repeated on each page. */
  readonly content: readonly string[]
}

/** A part of the document in the order of reading: a text, or a table by its cells. */
interface Part {
  readonly tag: string
  readonly text?: string
  readonly rows?: readonly (readonly string[])[]
}

/** Returns what other programs read in a PDF: its texts by pdf.js, its tags from the structure in the file. */
export async function readPdf(bytes: Uint8Array) {
  const reading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  const shown = await reading.promise
  const { info, metadata } = await shown.getMetadata()
  const marked = new Map<string, string>()
  const pages: Page[] = []
  for (let number = 1; number <= shown.numPages; number++) {
    const page = await shown.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const open: (string | null)[] = []
    const pieces: { text: string; isContent: boolean }[] = []
    for (const item of items) {
      if ('str' in item) {
        const id = open.findLast((one) => one !== null) ?? null
        const text = item.hasEOL ? `${item.str} ` : item.str
        if (id) marked.set(id, (marked.get(id) ?? '') + text)
        const last = pieces.at(-1)
        if (last && open.length > 0) last.text += text
        continue
      }
      const id = 'id' in item ? item.id : null
      if (item.type === 'endMarkedContent') open.pop()
      else {
        if (open.length === 0) pieces.push({ text: '', isContent: Boolean(id) })
        open.push(id ?? null)
      }
    }
    const texts = pieces.map(({ text, isContent }) => ({ text: plain(text), isContent })).filter(({ text }) => text)
    pages.push({
      texts: texts.map(({ text }) => text),
      content: texts.filter(({ isContent }) => isContent).map(({ text }) => text),
    })
  }
  await reading.destroy()
  const file = await PDFDocument.load(bytes, { updateMetadata: false })
  return {
    title: file.getTitle(),
    author: file.getAuthor(),
    language: info && 'Language' in info ? info.Language : null,
    isTagged: file.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).toString().includes('/Marked true'),
    xmp: metadata?.getRaw() ?? '',
    pages,
    outline: outlineOf(file, (page, mark) => plain(marked.get(`p${page.objectNumber}R_mc${mark}`) ?? '')),
    attachments: attachmentsOf(file),
  }
}

const plain = (text: string) => text.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim()

type TextOf = (page: PDFRef, mark: number) => string

function outlineOf(file: PDFDocument, textOf: TextOf): Part[] {
  const root = file.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  const kidsOf = (one: PDFDict): PDFDict[] => {
    const kids = one.lookup(PDFName.of('K'), PDFArray)
    return kids.asArray().map((_, index) => kids.lookup(index, PDFDict))
  }
  const tagOf = (one: PDFDict) => one.lookup(PDFName.of('S'), PDFName).decodeText()
  const said = (one: PDFDict): string =>
    plain(
      kidsOf(one)
        .map((kid) => {
          const mark = kid.lookup(PDFName.of('MCID'))
          const page = kid.get(PDFName.of('Pg'))
          return mark instanceof PDFNumber && page instanceof PDFRef ? textOf(page, mark.asNumber()) : said(kid)
        })
        .join(' '),
    )
  const [document] = kidsOf(root)
  return (document ? kidsOf(document) : []).map((part) =>
    tagOf(part) === 'Table'
      ? { tag: 'Table', rows: kidsOf(part).flatMap((some) => kidsOf(some).map((row) => kidsOf(row).map(said))) }
      : { tag: tagOf(part), text: said(part) },
  )
}

function attachmentsOf(file: PDFDocument) {
  const files = file.catalog.lookup(PDFName.of('AF'))
  if (!(files instanceof PDFArray)) return []
  return files.asArray().map((_, index) => {
    const one = files.lookup(index, PDFDict)
    const stream = one.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'))
    const name = one.lookup(PDFName.of('F'), PDFString).decodeText()
    const relation = one.lookup(PDFName.of('AFRelationship'), PDFName).decodeText()
    return { name, relation, text: stream instanceof PDFRawStream ? contentOf(stream) : '' }
  })
}

/** Returns the decompressed content of a PDF stream. */
export const contentOf = (stream: PDFRawStream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8')
