import { Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { leads } from '../../../shared/api/leads.ts'
import { UploadDrop } from '../../records/upload-drop.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Row } from '../../ui/layout/layout.tsx'

interface Sent {
  readonly file: File
  readonly onProgress: (part: number) => void
}

interface ProofFileProps {
  /** Key of the uploaded file; empty without one. */
  readonly value: string | null | undefined
  readonly onChange: (key: string) => void
  readonly onFail: (message: string | null) => void
  readonly send: (input: Sent) => Promise<{ readonly key: string; readonly filename: string }>
}

/** Shows the file of a form that proves a consent, or an area to upload one. */
export function ProofFile({ value, onChange, onFail, send }: ProofFileProps) {
  const [filename, setFilename] = useState('')
  if (!value) {
    return (
      <UploadDrop
        upload={leads.uploadConsentProof.upload}
        send={send}
        onDone={(file) => {
          setFilename(file.filename)
          onChange(file.key)
        }}
        onFail={onFail}
      />
    )
  }
  return (
    <Row gap={8} justify="between">
      <IconText icon={<Paperclip aria-hidden="true" />}>{filename}</IconText>
      <IconButton size="small" label={`${filename} verwijderen`} icon={<Trash2 />} onClick={() => onChange('')} />
    </Row>
  )
}
