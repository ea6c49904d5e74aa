import { type ReactNode, useState } from 'react'
import { MAX_SHEET_BYTES, type SheetPlan, type SheetResult } from '../../../shared/api/parts/sheets.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { Box } from '../../ui/layout/box.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { ImportStats } from './import-notes.tsx'
import { SheetsRows } from './rows-preview.tsx'
import styles from './sheet-import.module.css'

const extensions = ['.xlsx', '.csv'] as const

interface SheetInput {
  readonly file: File
  readonly onProgress?: (part: number) => void
}

interface SheetImportProps {
  readonly title: string
  /** Text that lists the columns of the sheet. */
  readonly description: string
  /** Fetches what the import of a sheet would do. */
  readonly check: (input: SheetInput) => Promise<SheetPlan>
  /**
   * Imports a sheet. Throws 409 when the import would do something else than the plan that the user saw
   * (`seenReading`).
   */
  readonly load: (input: SheetInput & { query: { seenReading: string } }) => Promise<SheetResult>
  readonly onClose: () => void
}

/**
 * Shows the import of a spreadsheet in steps: choose the file, see the changes (`check`), import (`load`), see the
 * result.
 */
export function SheetImport(props: SheetImportProps) {
  const sheet = useSheet(props)
  if (sheet.result) return <ResultStep sheet={sheet} result={sheet.result} onClose={props.onClose} />
  if (sheet.plan) return <PlanStep sheet={sheet} plan={sheet.plan} onClose={props.onClose} />
  return <FileStep sheet={sheet} {...props} />
}

type Sheet = ReturnType<typeof useSheet>

/** Keeps the chosen file with its plan, problem and result; `send` checks a file, and `store` imports it. */
function useSheet({ check, load }: Pick<SheetImportProps, 'check' | 'load'>) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<number | null>()
  const [plan, setPlan] = useState<SheetPlan | null>(null)
  const [isStoring, setStoring] = useState(false)
  const [result, setResult] = useState<SheetResult | null>(null)

  async function send(chosen: File): Promise<void> {
    setFile(chosen)
    if (chosen.size > MAX_SHEET_BYTES) return setProblem('Dit bestand is te groot: maximaal 4 MB')
    setProblem(undefined)
    setProgress(0)
    try {
      setPlan(await check({ file: chosen, onProgress: (part) => setProgress(part < 1 ? part * 100 : null) }))
    } catch (error) {
      setPlan(null)
      setProblem(messageOf(error, 'Het bestand kon niet worden gelezen.'))
    } finally {
      setProgress(undefined)
    }
  }

  async function store(seenReading: string): Promise<void> {
    if (!file) return
    setProblem(undefined)
    setStoring(true)
    try {
      setResult(await load({ file, query: { seenReading } }))
    } catch (error) {
      // The data changed meanwhile, so the user sees the new plan before the next attempt.
      if (error instanceof CallError && error.status === 409) await send(file)
      setProblem(messageOf(error, 'Het bestand kon niet worden geïmporteerd.'))
    } finally {
      setStoring(false)
    }
  }

  function restart(): void {
    setFile(null)
    setProblem(undefined)
    setPlan(null)
    setResult(null)
  }

  return { file, problem, setProblem, progress, plan, isStoring, result, send, store, restart }
}

interface StepProps {
  readonly sheet: Sheet
  readonly onClose: () => void
}

const FileStep = ({
  sheet,
  title,
  description,
  onClose,
}: StepProps & Pick<SheetImportProps, 'title' | 'description'>) => (
  <Dialog onOpenChange={onClose} title={title} description={description}>
    <DialogBody>
      <Field
        label="Bestand"
        error={sheet.problem}
        hint="Maximaal 4 MB. Je ziet eerst wat er gebeurt; er wordt nog niets opgeslagen."
      >
        <FileDrop
          accept={extensions}
          onFile={sheet.send}
          onRefuse={({ name }) =>
            sheet.setProblem(`${name} kan niet worden verwerkt. Kies een ${extensions.join(', ')}.`)
          }
          file={sheet.file}
          {...(sheet.progress === undefined ? {} : { progress: sheet.progress })}
        />
      </Field>
    </DialogBody>
    <DialogFooter>
      <DialogClose />
    </DialogFooter>
  </Dialog>
)

function PlanStep({ sheet, plan, onClose }: StepProps & { readonly plan: SheetPlan }) {
  const rows = plan.created + plan.updated
  const name = sheet.file?.name
  return (
    <Dialog onOpenChange={onClose} title="Import controleren" description={name} size="large" forReading>
      <DialogBody>
        {sheet.problem !== undefined && (
          <Note as="p" tone="bad" role="alert">
            {sheet.problem}
          </Note>
        )}
        <Result result={plan} isPlanned>
          <SheetsRows sheets={plan.sheets} />
        </Result>
      </DialogBody>
      <DialogFooter
        start={
          <Button tone="ghost" onClick={sheet.restart}>
            Ander bestand
          </Button>
        }
      >
        <DialogClose />
        <Button
          tone="primary"
          busy={sheet.isStoring}
          disabled={rows === 0}
          onClick={() => sheet.store(plan.reading)}
        >{`${formatNumber(rows)} ${rows === 1 ? 'rij' : 'rijen'} importeren`}</Button>
      </DialogFooter>
    </Dialog>
  )
}

const ResultStep = ({ sheet, result, onClose }: StepProps & { readonly result: SheetResult }) => (
  <Dialog onOpenChange={onClose} title="Import klaar" description={sheet.file?.name} forReading>
    <DialogBody>
      <Result result={result} />
    </DialogBody>
    <DialogFooter>
      <Button onClick={sheet.restart}>Nog een bestand</Button>
      <Button tone="primary" onClick={onClose}>
        Klaar
      </Button>
    </DialogFooter>
  </Dialog>
)

/** Maximum number of refused rows that are listed. */
const SHOWN = 100

interface ResultProps {
  readonly result: SheetResult
  readonly isPlanned?: boolean
  /** Content between the counts and the refused rows. */
  readonly children?: ReactNode
}

function Result({ result, isPlanned = false, children }: ResultProps) {
  const { totalRows, created, updated, unchanged, refused, ignoredColumns } = result
  return (
    <>
      <ImportStats
        stats={{ totalRows, created, updated, skipped: unchanged, errors: refused.length }}
        isPlanned={isPlanned}
      />
      {children}
      {refused.length > 0 && (
        <Box padding={0} surface className={styles.refused}>
          <PlainTable edge aria-label="Geweigerde rijen">
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
          </PlainTable>
        </Box>
      )}
      {refused.length > SHOWN && <p className="pv-soft">en {formatNumber(refused.length - SHOWN)} meer</p>}
      {ignoredColumns.length > 0 && <p className="pv-soft">Niet gelezen: {ignoredColumns.join(', ')}.</p>}
    </>
  )
}
