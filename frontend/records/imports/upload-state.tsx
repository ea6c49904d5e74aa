import type { Upload } from '../../../shared/api/parts/imports.ts'
import { fullNameOf } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'

const states: Record<Upload['state'], { tone: Tone; label: string }> = {
  'wordt verwerkt': { tone: 'info', label: 'Wordt verwerkt' },
  klaar: { tone: 'ok', label: 'Klaar' },
  mislukt: { tone: 'bad', label: 'Mislukt' },
  'controle nodig': { tone: 'warn', label: 'Controle nodig' },
  'wordt teruggedraaid': { tone: 'info', label: 'Wordt teruggedraaid' },
  teruggedraaid: { tone: 'neutral', label: 'Teruggedraaid' },
  weggegooid: { tone: 'neutral', label: 'Weggegooid' },
}

/** Tells whether an upload is being processed or undone. */
export const isUnderWay = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'wordt verwerkt' || state === 'wordt teruggedraaid'

/** Shows the state of an upload as a badge (rulings 56). */
export function UploadState({
  state,
  undone,
  isWaiting,
}: Pick<Upload, 'state'> & Partial<Pick<Upload, 'undone' | 'isWaiting'>>) {
  const { tone, label } = states[state]
  if (isWaiting) return <Badge tone="neutral">In de wachtrij</Badge>
  const isInPart = state === 'teruggedraaid' && (undone?.kept ?? 0) > 0
  return <Badge tone={tone}>{isInPart ? 'Deels teruggedraaid' : label}</Badge>
}

/** Returns the name of the person who uploaded a file, or `via de bucket` for a file put directly in the bucket. */
export const uploaderOf = ({ uploadedByUser }: Upload): string =>
  uploadedByUser ? fullNameOf(uploadedByUser) : 'via de bucket'
