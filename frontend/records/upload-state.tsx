import type { Upload } from '../../shared/contract/imports.ts'
import { fullName } from '../lib/format.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const states: Record<Upload['state'], { tone: Tone; label: string }> = {
  'wordt verwerkt': { tone: 'info', label: 'Wordt verwerkt' },
  klaar: { tone: 'ok', label: 'Klaar' },
  mislukt: { tone: 'bad', label: 'Mislukt' },
  'controle nodig': { tone: 'warn', label: 'Controle nodig' },
  'wordt teruggedraaid': { tone: 'info', label: 'Wordt teruggedraaid' },
  teruggedraaid: { tone: 'neutral', label: 'Teruggedraaid' },
}

/** Whether something is being done with an upload. */
export const isUnderWay = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'wordt verwerkt' || state === 'wordt teruggedraaid'

/** How far an upload is (rulings 56). */
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

/** Who uploaded a file; one that was put in the bucket has nobody. */
export const uploaderOf = ({ uploadedByUser }: Upload): string =>
  uploadedByUser ? fullName(uploadedByUser) : 'via de bucket'
