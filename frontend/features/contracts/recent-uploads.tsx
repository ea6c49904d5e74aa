import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ContractUpload } from '../../../shared/contract/contracts.ts'
import { formatDateTime } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { refreshContracts, useRecentUploads } from './api.ts'
import { statsText } from './problems.tsx'
import { UploadState, uploaderOf } from './upload-state.tsx'

const UploadDetails = lazy(() => import('./upload-details.tsx').then((m) => ({ default: m.UploadDetails })))

/** The newest uploads and how far they are; each opens what is wrong with its rows. */
export function RecentUploads() {
  const { data, error, isError, refetch } = useRecentUploads()
  const [openedId, setOpenedId] = useState<string | null>(null)
  useContractsAfter(data)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <UploadSkeleton />
  if (data.length === 0) {
    return <EmptyState title="Nog geen uploads" text="Upload een spreadsheet om contracten op het bord te zetten." />
  }
  const opened = data.find(({ id }) => id === openedId)
  return (
    <>
      <ul className="contracts-uploads" aria-label="Recente uploads">
        {data.map((upload) => (
          <li key={upload.id}>
            <button type="button" className="contracts-upload" onClick={() => setOpenedId(upload.id)}>
              <span className="contracts-upload-name">{upload.filename}</span>
              <UploadState state={upload.state} />
              <span className="contracts-upload-meta">
                {formatDateTime(upload.uploadedAt)} · {uploaderOf(upload)}
              </span>
              {upload.state !== 'wordt verwerkt' && (
                <span className="contracts-upload-meta">{upload.error ?? statsText(upload.stats)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense fallback={null}>
          <UploadDetails upload={opened} onClose={() => setOpenedId(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Fetches the contracts once more when an upload that was being worked on is done. */
function useContractsAfter(uploads: readonly ContractUpload[] | undefined): void {
  const working = uploads?.filter(({ state }) => state === 'wordt verwerkt').length ?? 0
  const before = useRef(working)
  useEffect(() => {
    if (working < before.current) refreshContracts()
    before.current = working
  }, [working])
}

function UploadSkeleton() {
  return (
    <div className="contracts-uploads" aria-busy="true">
      {['70%', '55%', '62%'].map((width) => (
        <div key={width} className="contracts-upload">
          <Skeleton width={width} />
          <Skeleton width="60px" />
          <Skeleton width="80%" height="10px" />
        </div>
      ))}
    </div>
  )
}
