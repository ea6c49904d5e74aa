import { APPOINTMENT_MINUTES } from '../../../shared/appointments/choices.ts'
import { distanceBetween } from '../../../shared/appointments/distance.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { placeText } from '../../../shared/street.ts'
import { addSeconds, type Instant, localDateOf, now } from '../../../shared/time.ts'
import { useUser } from '../../lib/session.ts'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { Text } from '../../ui/layout/text.tsx'

/** Maximum number of addresses of one route: Google Maps takes nine places on the way to the last one. */
const MOST_STOPS = 10

/**
 * Shows a link to the route past the user's own open appointments of today that are not over, with the kilometres
 * between them; several links for more addresses than one route takes. Renders nothing without an address. Leads to
 * Google Maps, as the map of `RouteButton` has no route past several addresses.
 */
export function RouteOfDay({ appointments }: { readonly appointments: readonly Appointment[] }) {
  const { id } = useUser()
  const left = appointments.filter((one) => one.agentId === id && isLeft(one)).toSorted(byStart)
  const stops = left.filter((one) => placeText(one) !== '')
  if (stops.length === 0) return null
  const routes = Array.from({ length: Math.ceil(stops.length / MOST_STOPS) }, (_, index) => index * MOST_STOPS)
  const legs = stops.slice(1).map((stop, index) => distanceBetween(stops[index]?.postalCode, stop.postalCode))
  const missing = left.length - stops.length
  return (
    <Text as="p" size={13} color="soft">
      {routes.map((from) => {
        const part = stops.slice(from, from + MOST_STOPS)
        return (
          <TextLink key={from} to={routeAddress(part.map(placeText))} target="_blank" rel="noopener noreferrer">
            Route van vandaag{routes.length > 1 && `, adres ${from + 1} t/m ${from + part.length}`}
            <span className="pv-hidden"> in Google Maps, opent een nieuw tabblad</span>{' '}
          </TextLink>
        )
      })}
      {legs.length > 0 && legs.every((leg) => leg !== null) && `Hemelsbreed ertussen: ${formatLegs(legs)}. `}
      {missing > 0 && `${missing === 1 ? '1 afspraak' : `${missing} afspraken`} zonder adres.`}
    </Text>
  )
}

/** Tells whether an appointment is today, open and not over. */
const isLeft = ({ appointmentDate, status }: Appointment): boolean =>
  (status === 'scheduled' || status === 'awaiting') &&
  localDateOf(appointmentDate as Instant) === localDateOf(now()) &&
  addSeconds(appointmentDate as Instant, APPOINTMENT_MINUTES * 60) > now()

const byStart = (one: Appointment, other: Appointment) => one.appointmentDate.localeCompare(other.appointmentDate)

/** Returns the address of the route from where the user is past each place. */
function routeAddress(places: readonly string[]): string {
  const waypoints = places.slice(0, -1).join('|')
  const query = { api: '1', travelmode: 'driving', destination: places.at(-1) ?? '' }
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ ...query, ...(waypoints && { waypoints }) })}`
}

/** Formats distances in their order as `12 km, dichtbij, 5 km`. */
const formatLegs = (legs: readonly number[]): string =>
  legs.map((leg) => (leg === 0 ? 'dichtbij' : `${leg} km`)).join(', ')
