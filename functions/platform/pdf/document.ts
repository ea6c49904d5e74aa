import { createHash } from 'node:crypto'
import { AFRelationship, PDFDocument, PDFHexString, PDFName, type PDFRef } from 'pdf-lib'
import { epochOf } from '../../../shared/time.ts'
import { type Block, beside, horizontalRule, paragraph, stack } from './blocks.ts'
import { createCanvas, type Drawn } from './canvas.ts'
import { type Embedded, embedFont } from './embedding.ts'
import type { Font } from './fonts.ts'
import { type Description, PRODUCER, xmpOf } from './metadata.ts'
import { writeStructure } from './structure.ts'
import { A4, margin, style } from './style.ts'
import { drawTable, type Table } from './table.ts'

/** A file embedded in the document. */
export interface Attachment {
  readonly name: string
  readonly contentType: string
  readonly description: string
  readonly bytes: Uint8Array
  /**
   * `alternative` is the same document in another form, such as the e-invoice of an invoice; `supplement` adds to the
   * document.
   */
  readonly relation: 'alternative' | 'supplement'
}

interface Options extends Description {
  /** Text at the left below each page, beside 'Pagina 1 van 3'. */
  readonly footer: string
  readonly attachments?: readonly Attachment[]
  /** Set for landscape pages, for wide tables. */
  readonly lies?: true
}

/** A document that is written from top to bottom. */
export interface Paper {
  /** Adds a block below the last one, or on a new page when it does not fit. */
  add(block: Block): void
  /** Adds white space, unless it would be at the top of a page. */
  skip(height: number): void
  /** Adds a table, over as many pages as it takes. */
  table<Row>(table: Table<Row>): void
  /** Returns the finished file. */
  bytes(): Promise<Uint8Array>
}

/**
 * Creates an A4 document in Dutch, tagged in the order in which it is written, with embedded fonts. Takes any text; a
 * character that no font has is shown as an empty box.
 */
export async function createPdf(options: Options): Promise<Paper> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const embedded = new Map<Font, Embedded>()
  const size = options.lies ? { width: A4.height, height: A4.width } : A4
  const width = size.width - 2 * margin.side
  const { canvas, drawn } = createCanvas(size.height, (font) => {
    const known = embedded.get(font) ?? embedFont(pdf.context, font, `F${embedded.size + 1}`)
    embedded.set(font, known)
    return known
  })
  const bottom = size.height - margin.bottom
  let y = margin.top
  const turn = () => {
    canvas.startPage()
    y = margin.top
  }
  turn()

  const take = (height: number) => {
    const top = y
    y += height
    return top
  }
  const room = () => bottom - y
  return {
    add(block) {
      if (block.height > room() && y > margin.top) turn()
      block.draw(canvas, margin.side, take(block.height))
    },
    skip(height) {
      if (y > margin.top) y += height
    },
    table: (table) => drawTable({ canvas, x: margin.side, width, page: bottom - margin.top, room, take, turn }, table),
    async bytes() {
      canvas.eachPage((page, count) => {
        const footer = footerOf(options.footer, `Pagina ${page} van ${count}`, width)
        footer.draw(canvas, margin.side, size.height - FOOTER_FROM_BELOW)
      })
      describe(pdf, options)
      await attach(pdf, options)
      const fonts = Object.fromEntries([...embedded.values()].map(({ name, ref }) => [name, ref]))
      addPages(pdf, size, drawn, fonts)
      for (const font of embedded.values()) font.write()
      return pdf.save({ addDefaultPage: false })
    },
  }
}

const FOOTER_FROM_BELOW = 54

function footerOf(left: string, right: string, whole: number): Block {
  const width = whole * 0.75
  const rest = { width: whole - width, align: 'right' } as const
  const texts = [
    { at: 0, block: paragraph(left, style.footer, { width }) },
    { at: width, block: paragraph(right, style.footer, rest) },
  ]
  return stack([horizontalRule(whole), beside(texts)], 8)
}

/** Writes title, author and language where programs look for them: in the document information and in XMP. */
function describe(pdf: PDFDocument, description: Description): void {
  const { context, catalog } = pdf
  const { title, author, subject, madeAt } = description
  const moment = new Date(epochOf(madeAt))
  pdf.setTitle(title.toWellFormed(), { showInWindowTitleBar: true })
  pdf.setAuthor(author.toWellFormed())
  pdf.setSubject(subject.toWellFormed())
  pdf.setProducer(PRODUCER)
  pdf.setCreationDate(moment)
  pdf.setModificationDate(moment)
  pdf.setLanguage('nl-NL')
  const metadata = context.stream(Buffer.from(xmpOf(description)), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(metadata))
}

const relations = { alternative: AFRelationship.Alternative, supplement: AFRelationship.Supplement } as const

async function attach(pdf: PDFDocument, { attachments = [], madeAt }: Options): Promise<void> {
  const moment = new Date(epochOf(madeAt))
  for (const { name, contentType, description, bytes, relation } of attachments) {
    await pdf.attach(bytes, name, {
      mimeType: contentType,
      description,
      creationDate: moment,
      modificationDate: moment,
      afRelationship: relations[relation],
    })
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Adds the drawn pages with their structure; the document's id is a hash of their content. */
function addPages(pdf: PDFDocument, size: Size, drawn: Drawn, fonts: Record<string, PDFRef>): void {
  const { context, catalog } = pdf
  const identity = createHash('sha256')
  const resources = context.register(context.obj({ Font: fonts }))
  const pages = drawn.pages().map((content, index) => {
    const { node, ref } = pdf.addPage([size.width, size.height])
    node.set(PDFName.of('Contents'), context.register(context.flateStream(content)))
    node.set(PDFName.of('Resources'), resources)
    node.set(PDFName.of('StructParents'), context.obj(index))
    node.set(PDFName.of('Tabs'), PDFName.of('S'))
    identity.update(content)
    return ref
  })
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  catalog.set(PDFName.of('StructTreeRoot'), writeStructure(context, drawn.document, pages, drawn.marks))
  const id = PDFHexString.of(identity.digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([id, id])
}
