import type { ExportFormat } from '../../shared/contract/export.ts'
import { saveFile } from '../lib/download.ts'
import { today } from '../ui/calendar-days.ts'
import { toast } from '../ui/toast.ts'
import { tellFailure } from './failure.ts'

/** Formats of files that are saved. */
export type FileFormat = ExportFormat | 'pdf'

/** Has a file made and saves it under what is in it (`name`, one word) and the day, telling how that goes. */
export async function saveExport(name: string, format: FileFormat, load: () => Promise<Blob>): Promise<void> {
  toast({ title: 'Bestand wordt gemaakt…', tone: 'info' })
  try {
    saveFile(await load(), `${name}-${today()}.${format}`)
    toast({ title: `${name.charAt(0).toUpperCase()}${name.slice(1)} geëxporteerd` })
  } catch (error) {
    tellFailure(error, { fallback: 'Het bestand kon niet worden gemaakt.' })
  }
}
