import type { ExportFormat } from '../../../shared/api/parts/export.ts'
import { capitaliseFirst } from '../../../shared/values/capitalise.ts'
import { saveFile } from '../../lib/download.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import { toast } from '../../ui/messages/toast.ts'
import { showFailure } from '../failure.ts'

/** File formats of an export. */
export type FileFormat = ExportFormat | 'pdf'

/** Fetches a file and downloads it as `name` with the date; toasts report the start, success or failure. */
export async function saveExport(name: string, format: FileFormat, load: () => Promise<Blob>): Promise<void> {
  toast({ title: 'Bestand wordt gemaakt…', tone: 'info' })
  try {
    saveFile(await load(), `${name}-${today()}.${format}`)
    toast({ title: `${capitaliseFirst(name)} geëxporteerd` })
  } catch (error) {
    showFailure(error, { fallback: 'Het bestand kon niet worden gemaakt.' })
  }
}
