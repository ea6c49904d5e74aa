import { users } from '../../../shared/api/users.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { formatDateTime, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { Note } from '../../ui/display/note.tsx'
import { type ConfirmationProps, PersonQuestion } from './confirmations.tsx'

/** Words after the name of a stand-in, in each question. */
const MAY =
  'ziet betaalbestanden, wachtende betalingen en IBAN-wijzigingen en keurt die goed. Verder verandert er niets.'

/** Asks before a person is proposed as stand-in, and proposes them to the other admins. */
export function ProposeStandIn(question: ConfirmationProps) {
  const { user } = question
  const propose = useCommand(users.proposeStandIn)
  const name = fullNameOf(user)
  return (
    <PersonQuestion
      {...question}
      tone="primary"
      title={`${name} voorstellen als plaatsvervanger?`}
      description={
        <>
          <p>{`${name} ${MAY}`}</p>
          <p>Een andere beheerder keurt je voorstel goed. Alle beheerders krijgen bericht.</p>
        </>
      }
      confirmText="Voorstellen"
      run={() => propose.mutateAsync({ params: { id: user.id }, version: user.version })}
      done={`${name} voorgesteld als plaatsvervanger`}
      failed={{ fallback: 'Het voorstel is niet opgeslagen. Probeer het opnieuw.' }}
    />
  )
}

/** Asks before a proposed person becomes a stand-in. */
export function ApproveStandIn(question: ConfirmationProps) {
  const { user } = question
  const approve = useCommand(users.approveStandIn)
  const name = fullNameOf(user)
  return (
    <PersonQuestion
      {...question}
      tone="primary"
      title={`${name} plaatsvervanger maken?`}
      description={
        <>
          <p>{`${name} ${MAY}`}</p>
          {user.standIn && <p>{`Voorgesteld door ${fullNameOf(user.standIn.proposedBy)}. Telt mee na 24 uur.`}</p>}
        </>
      }
      confirmText="Goedkeuren"
      run={() => approve.mutateAsync({ params: { id: user.id }, version: user.version })}
      done={`${name} is plaatsvervanger`}
      failed={{ fallback: 'Het voorstel is niet goedgekeurd. Probeer het opnieuw.' }}
    />
  )
}

/** Asks before a stand-in is ended, or the proposal of one is taken back. */
export function EndStandIn(question: ConfirmationProps) {
  const { user } = question
  const end = useCommand(users.endStandIn)
  const name = fullNameOf(user)
  const isNamed = user.standIn?.approvedAt != null
  return (
    <PersonQuestion
      {...question}
      title={isNamed ? `Plaatsvervanging van ${name} beëindigen?` : `Voorstel voor ${name} intrekken?`}
      description={
        isNamed
          ? `${name} wordt overal uitgelogd en keurt daarna niets meer goed.`
          : `${name} wordt geen plaatsvervanger.`
      }
      confirmText={isNamed ? 'Beëindigen' : 'Intrekken'}
      run={() => end.mutateAsync({ params: { id: user.id }, version: user.version })}
      done={isNamed ? 'Plaatsvervanging beëindigd' : 'Voorstel ingetrokken'}
      failed={{ fallback: 'De wijziging is niet opgeslagen. Probeer het opnieuw.' }}
    />
  )
}

/** Says for a stand-in, or somebody who is proposed as one, who named them and when. Renders nothing for others. */
export function StandInNote({ user: { standIn } }: { readonly user: UserDetails }) {
  const { role } = useUser()
  if (!standIn || role !== 'admin') return null
  const { proposedBy, proposedAt, approvedBy, approvedAt } = standIn
  return (
    <Note plain as="p">
      {approvedBy && approvedAt
        ? `Plaatsvervanger sinds ${formatDateTime(approvedAt)}, aangewezen door ${fullNameOf(proposedBy)} en ${fullNameOf(approvedBy)}.`
        : `Voorgesteld als plaatsvervanger door ${fullNameOf(proposedBy)} op ${formatDateTime(proposedAt)}.`}
    </Note>
  )
}
