import { useQuery } from '@tanstack/react-query'
import { myDay } from '../../shared/contract/my-day.ts'
import { query } from '../lib/query.ts'

/** Reads the work of the user; asks again when it comes into view after a minute. */
export const useMyDay = () => useQuery({ ...query(myDay.get), staleTime: 60_000 })

/** Returns the amount of work for the menu; undefined where there is none. */
export function useWorkCount(): number | undefined {
  const { data } = useMyDay()
  return data?.work.length || undefined
}
