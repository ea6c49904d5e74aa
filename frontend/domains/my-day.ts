import { useQuery } from '@tanstack/react-query'
import { myDay, type Work } from '../../shared/api/my-day.ts'
import { query } from '../lib/query.ts'
import { paths } from './paths.ts'

/** Name of the address parameter with the key of the work item that 'Mijn dag' opens. */
export const WORK_PARAMETER = 'werk'

/** Name of the draft with what was tapped under way and is not sent yet. */
export const UNDERWAY_DRAFT = 'onderweg'

/** Returns the key of a work item, unique on the screen: its kind and id. */
export const keyOf = ({ kind, id }: Pick<Work, 'kind' | 'id'>): string => `${kind}-${id}`

/** Returns the address of a work item in 'Mijn dag'. */
export const workAddress = (work: Pick<Work, 'kind' | 'id'>): string =>
  `${paths.myDay}?${new URLSearchParams({ [WORK_PARAMETER]: keyOf(work) })}`

/** Fetches the user's open work items for 'Mijn dag'; when shown again, fetches again if older than a minute. */
export const useMyDay = () => useQuery({ ...query(myDay.get), staleTime: 60_000 })

/** Returns the number of open work items of the user, for the menu; `?` when it could not be fetched. */
export function useWorkCount(): number | '?' | undefined {
  const { data, isError } = useMyDay()
  return data?.work.length ?? (isError ? '?' : undefined)
}
