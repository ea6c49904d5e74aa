import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ImportEndpoints } from '../../../shared/api/parts/import-endpoints.ts'
import type { Upload } from '../../../shared/api/parts/imports.ts'
import { formatDateTime } from '../../lib/format.ts'
import { pages } from '../../lib/query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { formatImportStats } from './import-notes.tsx'
import styles from './imports.module.css'
import { isUnderWay, UploadState, uploaderOf } from './upload-state.tsx'
import type { UploadUndo } from './upload-undo.tsx'

const UploadDetails = onDemand(() => import('./upload-details.tsx').then((m) => m.UploadDetails))

/** Number of uploads shown at first (spec §9). */
const RECENT = '5'
/** Number of uploads per page once the user asks for all of them. */
const OF_ALL = '50'
/** Milliseconds between two checks while an upload is processed. */
const LOOK_EVERY_MS = 3000

interface RecentUploadsProps {
  readonly endpoints: Pick<ImportEndpoints, 'uploads' | 'wrongRows'>
  /** Heading, shown when there are uploads. */
  readonly heading?: string
  /** Content when there are no uploads. */
  readonly empty: ReactNode
  /** Opens the preview of an upload that waits until a user checks it. */
  readonly onPreview: (uploadId: string) => void
  /** Lets the user assign the columns of an upload. */
  readonly onMap?: (uploadId: string) => void
  readonly undo?: UploadUndo
  /** Continues an upload that stopped halfway. Throws the reason when refused. */
  readonly retry: (uploadId: string) => Promise<unknown>
}

/** Lists the newest uploads, or all on request, with their state. A click opens the details or the preview of one. */
export function RecentUploads(props: RecentUploadsProps) {
  const { endpoints, heading, empty, onPreview, onMap, undo, retry } = props
  const [isAll, setAll] = useState(false)
  const { data, error, isError, refetch, ...list } = useUploads(endpoints.uploads, isAll ? OF_ALL : RECENT)
  const [openedId, setOpenedId] = useState<string | null>(null)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <UploadSkeleton />
  if (data.length === 0) return empty
  const opened = data.find(({ id }) => id === openedId)
  return (
    <>
      {heading && (
        <Text as="h3" size={13} weight="bold" below={8}>
          {heading}
        </Text>
      )}
      <ul className={styles.uploads} aria-label={isAll ? 'Alle uploads' : 'Recente uploads'}>
        {data.map((upload) => (
          <li key={upload.id}>
            <button
              type="button"
              className={styles.upload}
              onClick={() => (upload.state === 'controle nodig' ? onPreview(upload.id) : setOpenedId(upload.id))}
            >
              <Text size={13} weight="strong" overflow="truncate">
                {upload.filename}
              </Text>
              <UploadState {...upload} />
              <Text size={12} color="muted" className={styles.uploadMeta}>
                <Unbroken>
                  {formatDateTime(upload.uploadedAt)} · {uploaderOf(upload)}
                </Unbroken>
              </Text>
              {(upload.state !== 'wordt verwerkt' || upload.stats.totalRows > 0) && (
                <Text size={12} color="muted" className={styles.uploadMeta}>
                  {upload.error ?? statsOf(upload)}
                </Text>
              )}
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          size="small"
          busy={list.isFetchingNextPage || list.isPlaceholderData}
          onClick={() => (isAll ? list.fetchNextPage() : setAll(true))}
        >
          {isAll ? 'Meer laden' : 'Alle uploads'}
        </Button>
      )}
      {opened && (
        <UploadDetails
          upload={opened}
          endpoint={endpoints.wrongRows}
          undo={undo}
          retry={retry}
          onClose={() => setOpenedId(null)}
          onMap={
            onMap &&
            ((id) => {
              setOpenedId(null)
              onMap(id)
            })
          }
        />
      )}
    </>
  )
}

/** Returns the counts of an upload, or of its preview, in words. */
const statsOf = ({ isPlanned, stats }: Upload) =>
  isPlanned ? `Voorbeeld: ${formatImportStats(stats)}` : formatImportStats(stats)

/**
 * Fetches the newest uploads, `limit` per page; again at an interval while one of them is being processed or undone.
 */
function useUploads(endpoint: ImportEndpoints['uploads'], limit: string) {
  return useInfiniteQuery({
    ...pages(endpoint, { query: { limit } }),
    select: (data) => data.pages.flatMap(({ items }) => items),
    placeholderData: (shown) => shown,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? LOOK_EVERY_MS : false,
  })
}

function UploadSkeleton() {
  return (
    <div className={styles.uploads} aria-busy="true">
      {['70%', '55%', '62%'].map((width) => (
        <div key={width} className={styles.upload}>
          <Skeleton width={width} />
          <Skeleton width="60px" />
          <Skeleton width="80%" height="10px" />
        </div>
      ))}
    </div>
  )
}
