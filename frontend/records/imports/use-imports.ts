import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import type { ImportEndpoints } from '../../../shared/api/parts/import-endpoints.ts'
import {
  type FileToSend,
  type Imported,
  MAX_API_UPLOAD_BYTES,
  MAX_UPLOAD_BYTES,
  type Upload,
} from '../../../shared/api/parts/imports.ts'
import { epochOf, type Instant, now } from '../../../shared/time.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { type CallOptions, call } from '../../lib/client.ts'
import { formatNumber } from '../../lib/format.ts'
import { sendUpload } from '../../lib/upload.ts'
import { toast } from '../../ui/messages/toast.ts'
import { type Refusal, refusalOf } from './import-refusal.ts'

/** Result of importing one file: the answer of the API, or the processed upload of a file in the bucket. */
export type Outcome = Imported | (Upload & { readonly uploadId: string })

/** File that the user chose to import, with its progress and result. */
export interface ChosenFile {
  readonly id: string
  readonly file: File
  /** Reason that the file is not sent. */
  readonly problem?: string | undefined
  /** Percentage sent, 0 to 100; null once the whole file is sent, absent before sending starts. */
  readonly sent?: number | null
  /** Id of the upload when an event imports the file. */
  readonly followed?: string
  readonly outcome?: Outcome
  readonly refusal?: Refusal
}

/** Tells whether an import waits for the user to confirm it. Nothing is stored yet, and its counts are a forecast. */
export const awaitsConfirmation = (outcome: Outcome): boolean =>
  'isToBeConfirmed' in outcome ? outcome.isToBeConfirmed : outcome.state === 'controle nodig'

/** Tells whether a chosen file needs no more work: it has a result, was refused, or cannot be sent. */
export const hasEnded = ({ problem, outcome, refusal }: ChosenFile): boolean =>
  problem !== undefined || outcome !== undefined || refusal !== undefined

const isReady = (one: ChosenFile) => one.sent === undefined && !hasEnded(one)

/**
 * Returns the chosen files and functions to import them one by one. Files above 4 MB go to the bucket instead of the
 * API (rulings 56); `check` says when a file is previewed first. Stops when the dialog closes.
 */
export function useImports(endpoints: ImportEndpoints, check: FileToSend['check']) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [isSending, setSending] = useState(false)
  const removed = useRef(new Set<string>())
  const closing = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])

  const change = (id: string, part: Partial<ChosenFile>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))

  function finish(id: string, { name }: File, outcome: Outcome): void {
    change(id, { outcome })
    if (!awaitsConfirmation(outcome)) toast({ title: 'Upload voltooid', description: name })
  }

  function refuse(id: string, refusal: Refusal, isReceived = false): void {
    change(id, { refusal })
    const heading = isReceived
      ? ({ title: 'Upload ontvangen', tone: 'info' } as const)
      : ({ title: 'Upload mislukt', tone: 'destructive' } as const)
    toast({ ...heading, description: refusal.message })
  }

  async function send({ id, file }: ChosenFile, signal: AbortSignal): Promise<void> {
    const onProgress = (part: number) => change(id, { sent: part < 1 ? part * 100 : null })
    change(id, { sent: 0 })
    const since = now()
    try {
      if (file.size > MAX_API_UPLOAD_BYTES) {
        change(id, { followed: await sendToBucket(endpoints, { file, check }, { onProgress, signal }), sent: null })
      } else finish(id, file, await call(endpoints.upload, { file, query: { check } }, { onProgress, signal }))
    } catch (error) {
      if (signal.aborted) return
      const followed = continuedUploadId(error) ?? (await findStartedUpload(endpoints, file, { error, since, signal }))
      if (followed === undefined) return refuse(id, refusalOf(error), isWaiting(error))
      change(id, { followed, sent: null })
    }
  }

  return {
    files,
    isSending,
    /** Adds files and removes the finished ones. */
    add: (chosen: readonly File[]) =>
      setFiles((all) => [
        ...all.filter((one) => !hasEnded(one)),
        ...chosen.map((file) => ({ id: crypto.randomUUID(), file, problem: problemOf(file) })),
      ]),
    remove: (id: string) => {
      removed.current.add(id)
      setFiles((all) => all.filter((one) => one.id !== id))
    },
    clear: () => setFiles([]),
    /** Sends the files that are ready; resolves to false when there are none. */
    start: async (): Promise<boolean> => {
      const ready = files.filter(isReady)
      const { signal } = closing.current
      setSending(ready.length > 0)
      for (const one of ready) {
        if (!signal.aborted && !removed.current.has(one.id)) await send(one, signal)
      }
      setSending(false)
      return ready.length > 0
    },
    /** Stores the result or refusal of a file that an event imported, once its upload has ended. */
    end: ({ id, file }: ChosenFile, upload: Upload) => {
      const isPreviewReady = upload.state === 'controle nodig' && upload.isPlanned && upload.error === null
      if (upload.state === 'klaar' || isPreviewReady) return finish(id, file, { ...upload, uploadId: upload.id })
      const { error, details, detailsCount, id: uploadId, state } = upload
      const message = error ?? ENDED[state] ?? 'Het bestand kon niet worden verwerkt.'
      refuse(id, { message, details, detailsCount, ...(state === 'controle nodig' ? { uploadId } : {}) })
    },
  }
}

/** Dutch text about an upload by the state in which it ended, for when the server gives no reason. */
const ENDED: Partial<Record<Upload['state'], string>> = {
  teruggedraaid: 'Deze upload is teruggedraaid.',
  weggegooid: 'Deze upload is weggegooid.',
}

/**
 * Sends a file directly to the bucket; returns the id of its upload. Throws `CallError`, or the reason it was aborted.
 */
async function sendToBucket(
  endpoints: ImportEndpoints,
  { file, check }: { readonly file: File; readonly check: FileToSend['check'] },
  options: CallOptions & { signal: AbortSignal },
) {
  const body: FileToSend = { filename: file.name, size: file.size, check }
  const { url, fields, uploadId } = await call(endpoints.beginUpload, { body }, { signal: options.signal })
  options.signal.throwIfAborted()
  const to = { method: 'POST', path: url, field: 'file' }
  await sendUpload(to, { file, fields }, {}, options).catch((error: unknown) => {
    options.signal.throwIfAborted()
    // Error texts of a bucket are not meant for users.
    throw new CallError(0, messageOf(error, 'Het bestand kon niet worden verstuurd. Probeer het opnieuw.'))
  })
  return uploadId
}

const ContinuedUpload = z.object({ uploadId: z.string() })

/** Reads the id of the upload from the 409 after which an event imports the file; undefined where it has none. */
const continuedUploadId = (error: unknown): string | undefined =>
  isWaiting(error) ? ContinuedUpload.safeParse((error as CallError).body).data?.uploadId : undefined

/** Milliseconds that the clocks of browser and server may differ. */
const SKEW_MS = 120_000

/**
 * Finds the upload of a file whose call got no answer of our server: the newest of that name since the call. Undefined
 * when our server refused the file, or none of the latest 20 uploads fits.
 */
async function findStartedUpload(
  { uploads }: ImportEndpoints,
  { name }: File,
  { error, since, signal }: { readonly error: unknown; readonly since: Instant; readonly signal: AbortSignal },
): Promise<string | undefined> {
  if (!(error instanceof CallError) || !(error.status === 0 || error.isForeign)) return undefined
  const latest = await call(uploads, { query: { limit: '20' } }, { signal }).catch(() => null)
  const from = epochOf(since) - SKEW_MS
  return latest?.items.find(({ filename, uploadedAt }) => filename === name && Date.parse(uploadedAt) >= from)?.id
}

/** Tells whether the API received the file but left the import to an event, after a delay or a failure (409). */
const isWaiting = (error: unknown) => error instanceof CallError && error.status === 409

function problemOf({ size }: File): string | undefined {
  if (size === 0) return 'Dit bestand is leeg.'
  if (size <= MAX_UPLOAD_BYTES) return undefined
  const megabytes = formatNumber(Math.round(size / 100_000) / 10)
  return `Dit bestand is ${megabytes} MB; het maximum is 50 MB. Splits het in kleinere bestanden.`
}
