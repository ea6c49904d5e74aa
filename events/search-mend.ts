import { runWithLog } from '../functions/platform/event.ts'
import { mendSearchIndex } from '../functions/search/mending.ts'
import { markers } from './markers.ts'

/** Corrects the search index where a crash lost a change; every night at 05:00 in Amsterdam. */
export const handler = (): Promise<void> => runWithLog('search-mend', () => mendSearchIndex(markers))
