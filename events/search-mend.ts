import { runWithLog } from '../functions/platform/http/event.ts'
import { mend } from '../functions/search/mending.ts'
import { findables } from './findables.ts'

/** Mends the index of the search, of which a crash may have lost a change; every night. */
export const handler = (): Promise<void> => runWithLog('search-mend', () => mend(findables))
