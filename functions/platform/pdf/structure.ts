import { type PDFContext, type PDFDict, PDFHexString, PDFName, type PDFRef } from 'pdf-lib'

export type Tag =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'Figure'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TFoot'
  | 'TR'
  | 'TH'
  | 'TD'

/** Piece of content that belongs to an element: its page, and its number on that page (`id`). */
interface Mark {
  readonly page: number
  readonly id: number
}

/** An element of the document's structure for screen readers, with its content in reading order. */
export interface Element {
  readonly tag: Tag
  readonly traits: Traits
  readonly kids: (Element | Mark)[]
}

export interface Traits {
  /** Cells that a header cell describes: those of its column or of its row. */
  readonly scope?: 'Column' | 'Row'
  /** Number of columns that a cell spans. */
  readonly columns?: number
  /** Description of a picture, in words. */
  readonly alternative?: string
  /** Box of a picture: left, bottom, right, top, in points from the lower left corner. */
  readonly box?: readonly [number, number, number, number]
}

/**
 * Returns an element of the structure that screen readers read, such as a heading or a table; still without content.
 */
export const structureElement = (tag: Tag, traits: Traits = {}): Element => ({ tag, traits, kids: [] })

/**
 * Gives the next content of a page to an element; returns the number of that content on the page. Adds the element to
 * `marks`, the owners of the contents of that page.
 */
export function markContent(owner: Element, page: number, marks: Element[]): number {
  const id = marks.length
  marks.push(owner)
  owner.kids.push({ page, id })
  return id
}

/**
 * Writes the structure tree for screen readers into the document and returns its root. `marks` has the element of each
 * content, by page and number. Elements without content are left out.
 */
export function writeStructure(
  context: PDFContext,
  document: Element,
  pages: readonly PDFRef[],
  marks: readonly (readonly Element[])[],
): PDFRef {
  const root = context.nextRef()
  const refs = new Map<Element, PDFRef>()
  const write = (one: Element, parent: PDFRef): PDFRef => {
    const ref = context.nextRef()
    refs.set(one, ref)
    const kids = one.kids
      .filter((kid) => !('kids' in kid) || hasContent(kid))
      .map((kid) =>
        'kids' in kid ? write(kid, ref) : context.obj({ Type: 'MCR', Pg: pages[kid.page] as PDFRef, MCID: kid.id }),
      )
    const dictionary = context.obj({ Type: 'StructElem', S: one.tag, P: parent, K: kids }) as PDFDict
    const { scope, columns, alternative, box } = one.traits
    if (scope) dictionary.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: scope, ...spanOf(columns) }))
    else if (columns) dictionary.set(PDFName.of('A'), context.obj({ O: 'Table', ...spanOf(columns) }))
    else if (box) dictionary.set(PDFName.of('A'), context.obj({ O: 'Layout', Placement: 'Block', BBox: [...box] }))
    if (alternative) dictionary.set(PDFName.of('Alt'), PDFHexString.fromText(alternative))
    context.assign(ref, dictionary)
    return ref
  }
  const top = write(document, root)
  const byPage = marks.flatMap((owners, page) => [
    page,
    context.register(context.obj(owners.map((owner) => refs.get(owner) as PDFRef))),
  ])
  context.assign(
    root,
    context.obj({
      Type: 'StructTreeRoot',
      K: [top],
      ParentTree: context.register(context.obj({ Nums: byPage })),
      ParentTreeNextKey: marks.length,
    }),
  )
  return root
}

const spanOf = (columns: number | undefined) => (columns && columns > 1 ? { ColSpan: columns } : {})

const hasContent = (one: Element): boolean => one.kids.some((kid) => !('kids' in kid) || hasContent(kid))
