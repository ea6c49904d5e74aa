import * as z from '../../zod.ts'
import { instant, orNull, text } from './fields.ts'

/** Reasons why a customer may be called (market 67d). */
export const basisKinds = ['consent', 'legal', 'inbound', 'requested', 'service', 'visit'] as const
export type BasisKind = (typeof basisKinds)[number]

/** Stored reasons: `missing` says that somebody booked or called without giving one. */
export const keptBasisKinds = [...basisKinds, 'missing'] as const

export const basisLabels: Record<(typeof keptBasisKinds)[number], string> = {
  consent: 'Toestemming',
  legal: 'Rechtspersoon',
  inbound: 'De klant belde ons',
  requested: 'Terugbellen op verzoek',
  service: 'Over afspraak of lopende sale',
  visit: 'Bezoek aan de klant',
  missing: 'Grondslag ontbreekt',
}

/** Message where a call on request has no note. */
export const NOTE_REQUESTED = 'Noteer wanneer en hoe de klant hierom vroeg'

/** Reason why a customer may be called, as people give it. */
export const ContactBasis = z
  .object({
    kind: z.enum(basisKinds, 'Kies waarom je mag bellen').meta({ examples: ['visit', 'service'] }),
    consentId: text(64),
    note: text(200),
  })
  .refine(({ kind, note }) => kind !== 'requested' || Boolean(note), {
    message: NOTE_REQUESTED,
    path: ['note'],
  })
export type ContactBasis = z.output<typeof ContactBasis>

/** The reason as it is kept with a booking or call. */
export const KeptBasis = z.object({
  kind: z.enum(keptBasisKinds),
  consentId: orNull(z.string()),
  note: orNull(z.string()),
})
export type KeptBasis = z.output<typeof KeptBasis>

/** Reasons that hold for a while: the customer called us, or asked us to call back. */
const openKinds = ['inbound', 'requested'] as const

/** Time in which a lead may be called because the customer called us or asked to be called back. */
export const OpenBasis = z.object({ kind: z.enum(openKinds), from: instant, until: instant })
export type OpenBasis = z.output<typeof OpenBasis>

/** Attribute that keeps this time in a row. */
export const openBasisAttribute = {
  type: 'map',
  properties: {
    kind: { type: openKinds, required: true },
    from: { type: 'string', required: true },
    until: { type: 'string', required: true },
  },
} as const

/** Returns a reason as it is kept: `missing` without one. */
export const basisToStore = (basis?: ContactBasis | KeptBasis): KeptBasis => ({
  kind: basis?.kind ?? 'missing',
  consentId: basis?.consentId ?? null,
  note: basis?.note ?? null,
})
