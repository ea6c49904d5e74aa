import { FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, type Ref, useState } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './field.tsx'
import './file-drop.css'
import { Progress } from './progress.tsx'

interface FileDropProps {
  /** Extensions, such as `['.xlsx', '.xls', '.csv']`. */
  readonly accept: readonly string[]
  readonly onFile: (file: File) => void
  /** A file of another kind was dropped. */
  readonly onRefuse?: (file: File) => void
  readonly file?: File | null
  /** 0 to 100 while it is being sent, null while the server works on it. */
  readonly progress?: number | null
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** A place to drop or choose one file, with its progress while it is sent. */
export function FileDrop(props: FileDropProps) {
  const { accept, onFile, onRefuse, file, progress, ref } = props
  const { control } = useField()
  const [over, setOver] = useState(false)
  const busy = progress !== undefined
  const disabled = props.disabled === true || busy

  function take(chosen: File | undefined): void {
    if (chosen === undefined) return
    const fits = accept.some((extension) => chosen.name.toLowerCase().endsWith(extension.toLowerCase()))
    if (fits) onFile(chosen)
    else onRefuse?.(chosen)
  }

  function drag(event: DragEvent, isOver: boolean): void {
    event.preventDefault()
    setOver(isOver && !disabled)
  }

  return (
    <div className="pv-drop-box">
      <label
        className={classNames('pv-drop', over && 'pv-drop-over', disabled && 'pv-drop-off')}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          if (!disabled) take(event.dataTransfer.files[0])
        }}
      >
        <input
          {...control}
          ref={ref}
          type="file"
          className="pv-hidden"
          accept={accept.join(',')}
          disabled={disabled}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        {file ? <FileSpreadsheet aria-hidden="true" /> : <Upload aria-hidden="true" />}
        {file ? (
          <span className="pv-drop-title">{file.name}</span>
        ) : (
          <span className="pv-drop-title">
            Sleep een bestand hierheen of <span className="pv-drop-link">kies een bestand</span>
          </span>
        )}
        <span className="pv-drop-hint">{file ? sizeText(file.size) : accept.join(', ')}</span>
      </label>
      {busy && (
        <div className="pv-drop-progress">
          <Progress value={progress} label={`Voortgang van ${file?.name ?? 'het bestand'}`} />
          <span className="pv-number">{progress === null ? 'Wordt verwerkt' : `${Math.round(progress)}%`}</span>
        </div>
      )}
    </div>
  )
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`
}
