import { Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { leads } from '../../../shared/api/leads.ts'
import { useCommand } from '../../lib/query.ts'
import { UploadDrop } from '../../records/upload-drop.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Row } from '../../ui/layout/layout.tsx'

interface ProofFileProps {
  /** Key of the uploaded file; empty without one. */
  readonly value: string | null | undefined
  /** Name of the file, where another upload than that of this field may have given the key. */
  readonly filename?: string | null | undefined
  readonly onChange: (key: string, filename: string) => void
  readonly onFail: (message: string | null) => void
}

/** Shows the file of a form that proves something, or an area to upload one. */
export function ProofFile({ value, filename, onChange, onFail }: ProofFileProps) {
  const upload = useCommand(leads.uploadProof)
  const [uploaded, setUploaded] = useState('')
  if (!value) {
    return (
      <UploadDrop
        upload={leads.uploadProof.upload}
        send={upload.mutateAsync}
        onDone={(file) => {
          setUploaded(file.filename)
          onChange(file.key, file.filename)
        }}
        onFail={onFail}
      />
    )
  }
  const name = filename || uploaded
  return (
    <Row gap={8} justify="between">
      <IconText icon={<Paperclip aria-hidden="true" />}>{name}</IconText>
      <IconButton size="small" label={`${name} verwijderen`} icon={<Trash2 />} onClick={() => onChange('', '')} />
    </Row>
  )
}
