/** Every address a screen links to, by what it shows. */
export const paths = {
  home: '/',
  login: '/login',
  dashboard: '/dashboard',
  appointments: '/appointments',
  newAppointment: '/appointments?nieuw=1',
  expiringContracts: '/expiring-contracts',
  security: '/security',
  more: '/more-mobile',
} as const
