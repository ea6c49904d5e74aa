import { useState } from 'react'
import { MAX_SHEET_BYTES, type SheetResult } from '../../../shared/contract/costs.ts'
import { messageOf } from '../../lib/call-error.ts'
import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import './sheet-import.css'

const extensions = ['.xlsx', '.xls', '.csv'] as const

interface SheetImportProps {
  readonly title: string
  /** Text that lists the columns of the sheet. */
  readonly description: string
  readonly load: (input: { file: File; onProgress: (part: number) => void }) => Promise<SheetResult>
  readonly onClose: () => void
}

/** Imports a sheet as soon as its file is chosen, and shows the result row by row. */
export function SheetImport({ title, description, load, onClose }: SheetImportProps) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<number | null>()
  const [result, setResult] = useState<SheetResult | null>(null)

  async function send(chosen: File): Promise<void> {
    setFile(chosen)
    if (chosen.size > MAX_SHEET_BYTES) return setProblem('Dit bestand is te groot: maximaal 4 MB.')
    setProblem(undefined)
    setProgress(0)
    try {
      setResult(await load({ file: chosen, onProgress: (part: number) => setProgress(part < 1 ? part * 100 : null) }))
    } catch (error) {
      setProblem(messageOf(error, 'Het bestand kon niet worden gelezen.'))
    } finally {
      setProgress(undefined)
    }
  }

  function another(): void {
    setFile(null)
    setResult(null)
  }

  if (result) {
    return (
      <Dialog open onOpenChange={onClose} title="Import klaar" description={file?.name} forReading>
        <DialogBody>
          <Result result={result} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={another}>Nog een bestand</Button>
          <Button tone="primary" onClick={onClose}>
            Klaar
          </Button>
        </DialogFooter>
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <DialogBody>
        <Field label="Bestand" error={problem} hint="Maximaal 4 MB. Hetzelfde bestand opnieuw verandert niets.">
          <FileDrop
            accept={extensions}
            onFile={send}
            onRefuse={({ name }) => setProblem(`${name} kan niet worden verwerkt. Kies een ${extensions.join(', ')}.`)}
            file={file}
            {...(progress === undefined ? {} : { progress })}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogClose />
      </DialogFooter>
    </Dialog>
  )
}

/** Maximum number of refused rows that are listed. */
const SHOWN = 100

function Result({ result }: { readonly result: SheetResult }) {
  const { refused, ignoredColumns } = result
  const sums = [
    ['Toegevoegd', result.created],
    ['Bijgewerkt', result.updated],
    ['Ongewijzigd', result.unchanged],
    ['Geweigerd', refused.length],
  ] as const
  return (
    <>
      <dl className="costs-import-sums">
        {sums.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 && (
        <div className="costs-refused-scroller">
          <table className="costs-refused" aria-label="Geweigerde rijen">
            <thead>
              <tr>
                <th scope="col">Rij</th>
                <th scope="col">Kolom</th>
                <th scope="col">Reden</th>
              </tr>
            </thead>
            <tbody>
              {refused.slice(0, SHOWN).map(({ row, column, message }) => (
                <tr key={`${row} ${column} ${message}`}>
                  <td>{row}</td>
                  <td>{column ?? '–'}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {refused.length > SHOWN && <p className="pv-soft">en {formatNumber(refused.length - SHOWN)} meer</p>}
      {ignoredColumns.length > 0 && <p className="pv-soft">Niet gelezen: {ignoredColumns.join(', ')}.</p>}
    </>
  )
}
