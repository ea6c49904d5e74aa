import { dateText, type Instant, localDateOf, localTimeOf, now, startOfDay } from '../../shared/time.ts'
import { readCompanyName } from '../company/service.ts'
import { beside, paragraph, space, stack } from '../platform/pdf/blocks.ts'
import { brandBlock } from '../platform/pdf/brand.ts'
import { createPdf } from '../platform/pdf/document.ts'
import { CONTENT_WIDTH, style } from '../platform/pdf/style.ts'
import type { CallEvent, NumberEvidence } from './evidence.ts'

const HALF = CONTENT_WIDTH * 0.7
const TITLE = 'Bewijs van toestemming'
const INCOMPLETE = 'Niet volledig: met dit nummer of adres zijn er meer gegevens dan hier staan.'

interface Drawn {
  /** Adds a column with who recorded each event. */
  readonly hasNames: boolean
  /** Without it the file says that there is more than it has. */
  readonly isComplete: boolean
}

/** Draws the evidence of a customer's numbers. */
export async function drawCallEvidence(
  name: string,
  numbers: readonly NumberEvidence[],
  { hasNames, isComplete }: Drawn,
): Promise<Uint8Array> {
  const today = localDateOf(now())
  const company = await readCompanyName()
  const paper = await createPdf({
    ...{ title: TITLE, author: company, subject: `${TITLE}: ${name}`, madeAt: startOfDay(today) },
    footer: `${TITLE} · ${name}`,
  })
  const head = stack([
    paragraph(TITLE, style.title, { width: HALF, tag: 'H1' }),
    space(3),
    paragraph(`${name}, opgemaakt door ${company} op ${dateText(today)}`, style.subtitle, { width: HALF }),
    ...(isComplete ? [] : [space(3), paragraph(INCOMPLETE, style.subtitle, { width: HALF })]),
  ])
  paper.add(
    beside([
      { at: 0, block: head },
      { at: HALF, block: brandBlock(CONTENT_WIDTH - HALF) },
    ]),
  )
  for (const { phone, state, events } of numbers) {
    paper.skip(26)
    paper.table<CallEvent>({
      heading: `${phone}: ${state}`,
      rows: events,
      total: null,
      columns: [
        { header: 'Moment', width: 'fits', text: ({ at }) => momentText(at as Instant) },
        { header: 'Wat', width: 'fits', text: ({ what }) => what },
        { header: 'Toelichting', width: 'fills', text: ({ about }) => about, note: ({ note = null }) => note },
        ...(hasNames ? [{ header: 'Door', width: 'fits' as const, text: ({ by }: CallEvent) => by }] : []),
      ],
    })
  }
  return paper.bytes()
}

const momentText = (at: Instant) => `${dateText(localDateOf(at))} ${localTimeOf(at)}`
