import { FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, type Ref, useState } from 'react'
import { formatFileSize } from '../../lib/format.ts'
import { classNames } from '../class-names.ts'
import { Row, Stack } from '../layout/layout.tsx'
import { Text } from '../layout/text.tsx'
import { useField } from './field.tsx'
import './file-drop.css'
import { Progress } from '../messages/progress.tsx'

interface FileDropProps {
  /** Extensions, such as `['.xlsx', '.xls', '.csv']`. */
  readonly accept: readonly string[]
  /** Receives the first file of a drop or choice, if its type is accepted. */
  readonly onFile?: (file: File) => void
  /** Receives the first file of a drop or choice, if it is of another type. */
  readonly onRefuse?: (file: File) => void
  readonly multiple?: boolean
  /** Receives the accepted files of one drop or choice, and those of another type. */
  readonly onFiles?: (files: readonly File[], refused: readonly File[]) => void
  readonly file?: File | null
  /** Percentage sent, 0 to 100; null while the server processes the file, absent when nothing is sent. */
  readonly progress?: number | null
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** Shows an area on which to drop or choose one or several files, with the progress while one is sent. */
export function FileDrop(props: FileDropProps) {
  const { accept, onFile, onRefuse, multiple = false, onFiles, file, progress, ref } = props
  const { control } = useField()
  const [over, setOver] = useState(false)
  const busy = progress !== undefined
  const disabled = props.disabled === true || busy

  const fits = ({ name }: File) => accept.some((extension) => name.toLowerCase().endsWith(extension.toLowerCase()))

  function take(files: FileList | null): void {
    const chosen = [...(files ?? [])]
    const [first] = chosen
    if (first === undefined) return
    onFiles?.(
      chosen.filter(fits),
      chosen.filter((one) => !fits(one)),
    )
    if (fits(first)) onFile?.(first)
    else onRefuse?.(first)
  }

  function drag(event: DragEvent, isOver: boolean): void {
    event.preventDefault()
    setOver(isOver && !disabled)
  }

  return (
    <div className="pv-drop-box">
      <Stack
        as="label"
        gap={2}
        align="center"
        size={13}
        text="center"
        className={classNames('pv-drop', over && 'pv-drop-over', disabled && 'pv-drop-off')}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          if (!disabled) take(event.dataTransfer.files)
        }}
      >
        <input
          {...control}
          ref={ref}
          type="file"
          className="pv-hidden"
          accept={accept.join(',')}
          multiple={multiple}
          disabled={disabled}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        {file ? <FileSpreadsheet aria-hidden="true" size={20} /> : <Upload aria-hidden="true" size={20} />}
        {file ? (
          <span className="pv-weight-strong pv-break">{file.name}</span>
        ) : (
          <span className="pv-weight-strong pv-break">
            Sleep {multiple ? 'bestanden' : 'een bestand'} hierheen of{' '}
            <span className="pv-drop-link">kies {multiple ? 'bestanden' : 'een bestand'}</span>
          </span>
        )}
        <Text size={12} color="soft">
          {file ? formatFileSize(file.size) : accept.join(', ')}
        </Text>
      </Stack>
      {busy && (
        <Row gap={12} above={10} size={12} color="muted">
          <Progress value={progress} label={`Voortgang van ${file?.name ?? 'het bestand'}`} />
          <span className="pv-tabular">{progress === null ? 'Wordt verwerkt' : `${Math.round(progress)}%`}</span>
        </Row>
      )}
    </div>
  )
}
