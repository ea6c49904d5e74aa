import { createHash } from 'node:crypto'
import { mediaTypeOf } from '../../infra/local/http/site.ts'
import type { SiteFile } from './cloud.ts'
import type { Place } from './release.ts'

/** Tag of the page that names the deployed commit. */
export const COMMIT_TAG = 'commit'

/** The page, which names the files of its release. */
export const PAGE = 'index.html'

interface Target {
  readonly region: string
  readonly bucket: string
  readonly distribution: string
}

const md5 = (content: Uint8Array) => createHash('md5').update(content).digest('hex')

/** Puts what a page needs before the page: assets, other files, and the page last. */
const orderOf = (name: string) => (name.startsWith('assets/') ? 0 : name === PAGE ? 2 : 1)

/**
 * Builds the site and uploads the files that changed, those that the page needs first; then tells CloudFront to forget
 * the former ones. The page's tag records the commit. Old assets stay, so that open pages go on. Returns the number of
 * uploaded files.
 */
export async function deploySite(place: Place, commit: string, target: Target): Promise<number> {
  const { cloud, machine } = place
  const { region, bucket, distribution } = target
  const names = (await machine.buildSite()).filter((name) => !name.endsWith('.map'))
  const present = await cloud.files(region, bucket)
  const isRecorded = (await cloud.tagOf(region, bucket, PAGE, COMMIT_TAG)) === commit
  let uploaded = 0
  for (const name of names.toSorted((one, other) => orderOf(one) - orderOf(other) || one.localeCompare(other))) {
    const content = await machine.readSite(name)
    if (present.get(name) === md5(content) && (name !== PAGE || isRecorded)) continue
    await cloud.upload(region, bucket, asSiteFile(name, content, commit))
    uploaded += 1
  }
  if (uploaded > 0) await cloud.invalidate(distribution)
  return uploaded
}

const asSiteFile = (name: string, content: Uint8Array, commit: string): SiteFile => ({
  name,
  content,
  contentType: mediaTypeOf(name),
  // The name of an asset has the hash of its content.
  cacheControl: name.startsWith('assets/') ? 'public,max-age=31536000,immutable' : 'no-cache',
  ...(name === PAGE && { tags: { [COMMIT_TAG]: commit } }),
})
