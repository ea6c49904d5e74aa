import { CalendarPlus, Clock, Phone, PhoneMissed, PhoneOff, ShieldCheck, ThumbsDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { LeadDetails } from '../../../shared/leads/schemas.ts'
import { placeText } from '../../../shared/street.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { CallBackPanel, noAnswerEndingOf, notInterested, useEndCall } from '../../domains/contact/call-ending.tsx'
import { telOf } from '../../domains/contact/contact.tsx'
import { CustomerLink } from '../../domains/customers.tsx'
import { formatDate, formatDateTime, fullNameOf } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { formatMonthlyAmount, formatUsage } from '../../records/energy.ts'
import { showFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Details } from '../../ui/display/details.tsx'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Box } from '../../ui/layout/box.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useChangeLead } from './api.ts'
import { Outcomes } from './outcomes.tsx'

interface CallWorkProps {
  readonly lead: LeadDetails
  readonly onDone: () => void
}

/** Shows a lead to call, with buttons for the outcome of the call. */
export function CallWork({ lead, onDone }: CallWorkProps) {
  const { id, customerName, companyName, customerPhone, consent, calls } = lead
  const { end, isEnding } = useEndCall(lead, onDone)
  const change = useChangeLead()
  const mayBook = useCan('appointment:create')
  const { openNew } = useAppointmentDialogs()
  const call = useRef<HTMLAnchorElement>(null)
  const outcomes = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const [typed, setTyped] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const mayCall = customerPhone !== null && !lead.doNotCall
  useKeys(mayCall ? { b: () => call.current?.click() } : {})

  async function close(): Promise<void> {
    try {
      await change.mutateAsync({ params: { id }, body: { doNotCall: true }, version: lead.version })
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden' })
      return
    }
    toast({ title: `${customerName} wordt niet meer gebeld` })
    onDone()
  }

  return (
    <>
      <div>
        <Text as="h2" size={20} weight="bold" overflow="break">
          <CustomerLink record={lead} />
        </Text>
        <p className="pv-soft">{[companyName, placeText(lead)].filter(Boolean).join(' · ')}</p>
      </div>
      {mayCall && (
        <Text
          ref={call}
          href={telOf(customerPhone)}
          as="a"
          tabular
          className="amplify-button amplify-button--primary pv-button pv-button-primary my-day-phone"
        >
          <Phone aria-hidden="true" />
          {customerPhone}
          <Kbd>B</Kbd>
        </Text>
      )}
      {consent && (
        <IconText as="p" icon={<Text as={ShieldCheck} color="ok" aria-hidden="true" />} size={13} color="muted">
          <Unbroken>Mag gebeld worden · toestemming {formatDate(consent.date)}</Unbroken>
        </IconText>
      )}
      <Details
        items={[
          { label: 'Leverancier nu', value: lead.currentSupplier },
          { label: 'Maandbedrag', value: formatMonthlyAmount(lead.monthlyAmount) },
          { label: 'Verbruik', value: formatUsage(lead.consumption) },
          { label: 'Contract eindigt', value: lead.contractEndDate && formatDate(lead.contractEndDate) },
        ]}
      />
      {calls[0] && (
        <section>
          <Text as="h3" size={13} weight="bold" color="muted">
            Laatste gesprek
          </Text>
          <Box as="blockquote" padding={12} surface overflow="break" className="my-day-said">
            <p>{calls[0].note}</p>
            <footer className="pv-soft">
              <Unbroken>
                {formatDateTime(calls[0].at)} · {fullNameOf(calls[0].by)}
              </Unbroken>
            </footer>
          </Box>
        </section>
      )}
      <Field label="Notitie">
        <TextArea value={typed} onChange={setTyped} rows={2} placeholder="Wat is er gezegd?" />
      </Field>
      <div ref={outcomes} tabIndex={-1}>
        <Outcomes
          busy={isEnding || change.isPending}
          outcomes={[
            ...(mayBook && !lead.doNotCall
              ? [{ label: 'Afspraak plannen', icon: <CalendarPlus />, choose: () => openNew({ leadId: id }) }]
              : []),
            { label: 'Later terugbellen', icon: <Clock />, choose: () => setChoosing(!isChoosing) },
            {
              label: 'Niet opgenomen',
              icon: <PhoneMissed />,
              choose: () => end(noAnswerEndingOf(lead), typed),
            },
            {
              label: 'Geen interesse',
              icon: <ThumbsDown />,
              choose: () => end(notInterested, typed),
            },
            ...(customerPhone
              ? [
                  {
                    label: 'Wil niet gebeld worden',
                    icon: <PhoneOff />,
                    isDanger: true,
                    choose: () => setClosing(true),
                  },
                ]
              : []),
          ]}
        />
      </div>
      {isChoosing && (
        <CallBackPanel
          id={panelId}
          anchor={outcomes}
          onChoose={(ending) => end(ending, typed)}
          onClose={() => setChoosing(false)}
        />
      )}
      <Confirm
        open={isClosing}
        onOpenChange={setClosing}
        title={`${customerPhone} niet meer bellen?`}
        description="Niemand belt dit nummer nog. Alleen een beheerder geeft het weer vrij."
        confirmText="Niet meer bellen"
        onConfirm={close}
      />
    </>
  )
}
