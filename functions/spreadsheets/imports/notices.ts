import type { Notice } from '../../platform/data/notifications.ts'
import type { UploadRow } from './entity.ts'
import type { Importing } from './importing.ts'

/**
 * Returns the notification that tells the uploader that a file is done, has failed, or waits for an answer. Empty in
 * other states, and for a file whose uploader is unknown.
 */
export function uploadNotices(
  { type }: Pick<Importing<never>, 'type'>,
  { id: subject, uploadedBy: to, filename, state, stats, isPlanned, error }: UploadRow,
): Notice[] {
  if (to.startsWith('system:')) return []
  const about = { to, subject, by: 'system:import', together: subject }
  const file = { list: type === 'lead' ? ('leads' as const) : ('contracts' as const), filename, rows: stats.totalRows }
  if (state === 'controle nodig') {
    const asks = isPlanned && error === undefined ? ('confirmation' as const) : ('columns' as const)
    return [{ ...about, kind: 'upload-asks', facts: { ...file, asks } }]
  }
  if (state !== 'klaar' && state !== 'mislukt') return []
  return [{ ...about, kind: 'upload-done', facts: { ...file, hasFailed: state === 'mislukt' } }]
}
