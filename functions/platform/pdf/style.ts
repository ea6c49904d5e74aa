import type { Weight } from './fonts.ts'

/** Size of an A4 page. Lengths on paper are in points (1/72 inch), from the top left corner of the page. */
export const A4 = { width: 595.28, height: 841.89 } as const

/** Free space around the content; the footer is within the bottom margin. */
export const margin = { side: 54, top: 50, bottom: 78 } as const

/** Width of the content on a portrait page. */
export const CONTENT_WIDTH = A4.width - 2 * margin.side
/** Width of the content on a landscape page. */
export const LANDSCAPE_WIDTH = A4.height - 2 * margin.side

/** The colours of a document; those of texts are readable on white. */
export const colour = {
  ink: '#16191d',
  soft: '#454b54',
  faint: '#5f6670',
  accent: '#1a5fb4',
  line: '#dfe2e7',
  rule: '#16191d',
  panel: '#eff5fd',
  panelLine: '#c9dcf4',
  white: '#ffffff',
} as const

export interface TextStyle {
  readonly size: number
  readonly lineHeight: number
  readonly weight: Weight
  readonly colour: string
  /** Space between letters, as a part of the font size. */
  readonly tracking?: number
  /** Set for digits of equal width, so that amounts line up. */
  readonly figures?: 'tabular'
}

/** All text styles of a document. */
export const style = {
  title: { size: 25, lineHeight: 30, weight: 'bold', colour: colour.ink, tracking: -0.022 },
  brand: { size: 12, lineHeight: 16, weight: 'bold', colour: colour.ink, tracking: -0.01 },
  subtitle: { size: 10, lineHeight: 15, weight: 'regular', colour: colour.soft },
  heading: { size: 11.5, lineHeight: 16, weight: 'bold', colour: colour.ink, tracking: -0.01 },
  name: { size: 10.5, lineHeight: 16, weight: 'bold', colour: colour.ink },
  body: { size: 9.5, lineHeight: 14.5, weight: 'regular', colour: colour.soft },
  label: { size: 8.25, lineHeight: 12, weight: 'regular', colour: colour.faint },
  value: { size: 10, lineHeight: 14.5, weight: 'bold', colour: colour.ink },
  cell: { size: 9.5, lineHeight: 14, weight: 'regular', colour: colour.ink, figures: 'tabular' },
  note: { size: 8.75, lineHeight: 13, weight: 'regular', colour: colour.faint },
  total: { size: 10, lineHeight: 15, weight: 'bold', colour: colour.ink, figures: 'tabular' },
  grand: { size: 15, lineHeight: 19, weight: 'bold', colour: colour.ink, tracking: -0.01, figures: 'tabular' },
  footer: { size: 8, lineHeight: 12, weight: 'regular', colour: colour.faint },
} as const satisfies Record<string, TextStyle>
