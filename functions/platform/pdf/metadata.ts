import type { Instant } from '../../../shared/time.ts'

/** What a document says of itself. */
export interface Description {
  readonly title: string
  /** Who made it: a company. */
  readonly author: string
  readonly subject: string
  /** When it was made; documents made at the same moment of the same things are the same bytes. */
  readonly madeAt: Instant
}

export const PRODUCER = 'Partnerview'

/** The description as XMP, which also says which standard the file keeps: PDF/A-3, tagged. */
export function xmpOf({ title, author, subject, madeAt }: Description): string {
  const moment = madeAt.replace(/\.\d+Z$/, 'Z')
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(subject)}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>nl-NL</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${moment}</xmp:CreateDate>
<xmp:ModifyDate>${moment}</xmp:ModifyDate>
<pdf:Producer>${PRODUCER}</pdf:Producer>
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>A</pdfaid:conformance>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
}

/** Text as XML holds it; what XML cannot hold at all becomes a replacement character. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
