import { useQuery } from '@tanstack/react-query'
import { erasures } from '../../../../shared/api/erasures.ts'
import { call } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/download.ts'
import { query, useList } from '../../../lib/query.ts'
import { today } from '../../../ui/dates/calendar-days.ts'

/** Fetches the records of a customer or user (`about`), again at each search; nothing for an empty text. */
export const useFound = (about: string) =>
  useQuery({ ...query(erasures.find, { query: { about } }), enabled: about !== '', staleTime: 0 })

/** Fetches the erasures, page by page. */
export const useErasures = () => useList(erasures.list, {}, { fresh: true })
/** Downloads everything that is stored about a customer or user. */
export async function savePersonalData(about: string): Promise<void> {
  saveFile(await call(erasures.file, { query: { about } }), `persoonsgegevens-${today()}.json`)
}

/** Fetches how long unused leads and appointments are kept. */
export const useRetention = () => useQuery({ ...query(erasures.settings), staleTime: 0 })
