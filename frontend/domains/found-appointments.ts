import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { appointments } from '../../shared/contract/appointments.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'

const PAUSE_MS = 200
/** Fewer letters find too much. */
const LEAST = 2
const SHOWN = '8'

/** The appointments that hold a text, asked for once typing pauses; none for who may not read them. */
export function useFoundAppointments(text: string) {
  const mayRead = useCan('appointment:read')
  const sought = text.trim()
  const asked = usePaused(sought)
  const isSought = mayRead && sought.length >= LEAST
  const found = useQuery({
    ...query(appointments.list, { query: { q: asked, limit: SHOWN } }),
    select: ({ items }) => items,
    enabled: isSought && asked.length >= LEAST,
    staleTime: 0,
  })
  return {
    appointments: isSought && asked.length >= LEAST ? (found.data ?? []) : [],
    isLoading: isSought && (asked !== sought || found.isFetching),
  }
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
