import { useQuery } from '@tanstack/react-query'
import { myDay } from '../../shared/contract/my-day.ts'
import { query } from '../lib/query.ts'

/** What one is to do now, asked anew whenever it comes into view. */
export const useMyDay = () => useQuery({ ...query(myDay.get), staleTime: 60_000 })

/** How many things one is to do now, for the menu; nothing where there are none. */
export function useWorkCount(): number | undefined {
  const { data } = useMyDay()
  return data?.work.length || undefined
}
