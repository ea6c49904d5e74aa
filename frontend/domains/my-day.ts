import { useQuery } from '@tanstack/react-query'
import { myDay } from '../../shared/contract/my-day.ts'
import { query } from '../lib/query.ts'

/** Fetches the user's open work items for 'Mijn dag'; when shown again, fetches again if older than a minute. */
export const useMyDay = () => useQuery({ ...query(myDay.get), staleTime: 60_000 })

/** Returns the number of open work items of the user, for the menu; undefined when it is 0 or unknown. */
export function useWorkCount(): number | undefined {
  const { data } = useMyDay()
  return data?.work.length || undefined
}
