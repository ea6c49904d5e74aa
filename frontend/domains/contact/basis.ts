import { basisLabels, type KeptBasis } from '../../../shared/api/parts/contact-basis.ts'

/** Formats the reason why a customer might be called: `Toestemming (via beurs)`. */
export const formatBasis = ({ kind, note }: Pick<KeptBasis, 'kind' | 'note'>): string =>
  note ? `${basisLabels[kind]} (${note})` : basisLabels[kind]
