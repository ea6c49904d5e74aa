import { useRef, useState } from 'react'
import { auth, type KnownDevice } from '../../../../shared/api/auth.ts'
import { CallError } from '../../../lib/call-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useDevices } from '../api.ts'
import { BrowserRow, BrowserSkeleton } from './browser-row.tsx'

/** Shows the known browsers of the user, each with a button to forget it (rulings 5). */
export function DevicesCard() {
  const devices = useDevices()
  const forget = useCommand(auth.forgetDevice)
  const [leaving, setLeaving] = useState<KnownDevice | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const focus = useRef<HTMLElement | null>(null)

  async function confirm(id: string): Promise<void> {
    try {
      await forget.mutateAsync({ params: { id } })
    } catch (error) {
      if (!(error instanceof CallError && error.status === 404)) {
        showFailure(error, { title: 'Fout bij vergeten van de browser' })
        throw error
      }
    }
    focus.current = list.current
    toast({ title: 'Browser vergeten' })
  }

  return (
    <Card title="Vertrouwde browsers">
      <Text as="p" size={13} color="muted">
        Hier heb je de afgelopen 90 dagen ingelogd. Foute wachtwoorden van anderen blokkeren je hier niet.
      </Text>
      {devices.isPending && <BrowserSkeleton />}
      {devices.isError && !devices.data && <ErrorState error={devices.error} onRetry={devices.refetch} />}
      {devices.data && (
        <Stack ref={list} tabIndex={-1} as="ul" aria-label="Vertrouwde browsers">
          {devices.data.map((one) => (
            <BrowserRow
              key={one.id}
              device={one.device}
              badge={one.current && 'Deze browser'}
              text={`${one.ipAddress} · sinds ${formatDate(one.createdAt)} · laatst ingelogd op ${formatDate(one.lastUsedAt)}`}
              action={
                <Button size="small" aria-label={`${one.device} vergeten`} onClick={() => setLeaving(one)}>
                  Vergeten
                </Button>
              }
            />
          ))}
        </Stack>
      )}
      {devices.data?.length === 0 && (
        <Text as="p" size={13} color="muted" padTop={12} line="above">
          Er zijn nog geen vertrouwde browsers.
        </Text>
      )}
      {leaving && (
        <Confirm
          onOpenChange={() => setLeaving(null)}
          returnFocus={focus}
          title={`${leaving.device} vergeten?`}
          description="Na je volgende login is deze browser weer vertrouwd. Lopende sessies gaan door."
          confirmText="Vergeten"
          onConfirm={() => confirm(leaving.id)}
        />
      )}
    </Card>
  )
}
