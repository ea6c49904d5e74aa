import type { Notice } from '../../platform/data/notifications.ts'
import type { UploadRow } from './entity.ts'
import type { Importing } from './importing.ts'
import { isOfNobody } from './upload-states.ts'

/**
 * Returns the notifications that tell the uploader that a file is done, has failed, or waits for an answer. Empty in
 * other states. Of a file whose uploader is unknown, those who may answer are told.
 */
export async function uploadNotices(
  { type, findMappers }: Pick<Importing<never>, 'type' | 'findMappers'>,
  { id: subject, uploadedBy: to, filename, state, stats, isPlanned, error }: UploadRow,
): Promise<Notice[]> {
  const isNobodys = isOfNobody({ uploadedBy: to })
  const about = { to, subject, by: 'system:import', together: subject }
  const file = { list: type === 'lead' ? ('leads' as const) : ('contracts' as const), filename, rows: stats.totalRows }
  if (state === 'controle nodig') {
    const asks = isPlanned && error === undefined ? ('confirmation' as const) : ('columns' as const)
    const told = isNobodys ? ((await findMappers?.()) ?? []).map(({ id }) => id) : [to]
    return told.map((id) => ({ ...about, to: id, kind: 'upload-asks', facts: { ...file, asks } }))
  }
  if (isNobodys) return []
  if (state !== 'klaar' && state !== 'mislukt') return []
  return [{ ...about, kind: 'upload-done', facts: { ...file, hasFailed: state === 'mislukt' } }]
}
