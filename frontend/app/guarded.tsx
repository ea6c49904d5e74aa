import { Lock } from 'lucide-react'
import { useEffect } from 'react'
import { endAhead } from '../lib/freshness.ts'
import { useUser } from '../lib/session.ts'
import { Screen } from '../ui/frame/screen.tsx'
import { EmptyState } from '../ui/messages/empty-state.tsx'
import { Loaded } from './loaded.tsx'
import { canVisit, titlesOf } from './menu.ts'
import type { DetailRoute, Route } from './route.ts'

/** Ends, when the screen before it has mounted, that the screen takes what was fetched ahead. */
function Arrival() {
  useEffect(endAhead, [])
  return null
}

/** Shows the screen of a route to users who may visit it, and 'Toegang geweigerd' to others (rulings 19). */
export function Guarded({ route }: { readonly route: Route | DetailRoute }) {
  const user = useUser()
  if (canVisit(user, route)) {
    return (
      <Loaded title={titlesOf(user, route).title} screen={route.screen}>
        <Arrival />
      </Loaded>
    )
  }
  const { title, denied = `Je hebt geen toegang tot ${title.toLowerCase()}.` } = route
  return (
    <Screen title={title}>
      <EmptyState icon={<Lock />} title="Toegang geweigerd" text={denied} />
    </Screen>
  )
}
