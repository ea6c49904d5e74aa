import { conflict } from '../../shared/errors.ts'
import { readUpload } from '../platform/files.ts'
import type { UploadRow } from './entity.ts'

/** What an upload is refused with whose file is gone. */
export const gone = () => conflict('Het bestand van deze upload is er niet meer. Upload het opnieuw.')

/** Where the file of an upload lies. 409 when that is not known any more. */
export function keyOf({ key }: UploadRow): string {
  if (key === undefined) throw gone()
  return key
}

/** The bytes of an upload's file. 409 when it is gone: files are kept for 30 days. */
export async function fileOf(upload: UploadRow): Promise<AsyncIterable<Uint8Array>> {
  const source = await readUpload(keyOf(upload))
  if (!source) throw gone()
  return source
}
