import {
  Banknote,
  CalendarCheck,
  CircleHelp,
  CreditCard,
  FilePen,
  FileX,
  HandCoins,
  Hourglass,
  Landmark,
  type LucideIcon,
  Phone,
  PhoneOff,
  ReceiptEuro,
  Sparkles,
  Undo2,
  Upload,
  UserCheck,
} from 'lucide-react'
import type { Work, WorkKind } from '../../../shared/api/my-day.ts'
import type { Instant } from '../../../shared/time.ts'
import { keyOf } from '../../domains/my-day.ts'
import { classNames } from '../../ui/class-names.ts'
import { toneClassOf } from '../../ui/display/badge.tsx'
import { Fill } from '../../ui/layout/fill.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './my-day.module.css'
import {
  companyAndCityOf,
  type Group,
  groupOf,
  groups,
  isCall,
  kindLabels,
  noteOf,
  whenOf,
  workTitleOf,
} from './work.ts'

const icons: Record<WorkKind, LucideIcon> = {
  call: Phone,
  ending: Hourglass,
  lead: Sparkles,
  outcome: CalendarCheck,
  sale: ReceiptEuro,
  check: ReceiptEuro,
  question: CircleHelp,
  correction: Undo2,
  firstPayment: HandCoins,
  approveFile: Landmark,
  approveAccount: CreditCard,
  approvePayment: Banknote,
  standIn: UserCheck,
  closing: PhoneOff,
  invoice: FilePen,
  refusal: FileX,
  import: Upload,
}

const tones = { late: 'bad', now: 'info', later: 'neutral', any: 'neutral' } as const

interface WorkListProps {
  readonly work: readonly Work[]
  readonly moment: Instant
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
}

/** Shows the work items in four groups: too late, now, later today, and without a time. */
export function WorkList({ work, moment, chosen, onChoose }: WorkListProps) {
  const byGroup = Map.groupBy(work, (one) => groupOf(one, moment))
  return (
    <Fill scrolls>
      {(Object.keys(groups) as Group[]).map((group) => {
        const those = byGroup.get(group)
        if (!those) return null
        return (
          <section key={group} aria-label={groups[group]}>
            <Row
              as="h3"
              gap={8}
              size={12}
              weight="bold"
              color="muted"
              line="below"
              className={classNames(styles.group, toneClassOf(tones[group]))}
            >
              <span className="pv-dot" aria-hidden="true" />
              {groups[group]}{' '}
              <Text weight="medium" color="soft" tabular before={4}>
                {those.length}
              </Text>
            </Row>
            <ul>
              {those.map((one) => (
                <WorkRow
                  key={keyOf(one)}
                  work={one}
                  when={whenOf(one, moment)}
                  isLate={group === 'late'}
                  isChosen={keyOf(one) === chosen}
                  onChoose={() => onChoose(keyOf(one))}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </Fill>
  )
}

interface WorkRowProps {
  readonly work: Work
  readonly when: string
  readonly isLate: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function WorkRow({ work, when, isLate, isChosen, onChoose }: WorkRowProps) {
  const Icon = icons[work.kind]
  const note = noteOf(work)
  return (
    <li>
      <Text
        as="button"
        type="button"
        size={13}
        line="below"
        hover
        className={styles.row}
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
      >
        <Text weight={isLate ? 'bold' : 'regular'} color={isLate ? 'bad' : 'muted'} tabular>
          {when}
        </Text>
        <Stack as="span" className={styles.text}>
          <Text weight="strong" overflow="truncate">
            {workTitleOf(work)}
          </Text>
          <Text color="soft" overflow="truncate">
            {companyAndCityOf(work)}
          </Text>
        </Stack>
        <Icon aria-hidden="true" size={15} />
        <Stack as="span" className={styles.text}>
          <Text overflow="truncate">{kindLabels[work.kind].title}</Text>
          {note && (
            <Text color="soft" overflow="truncate">
              {note}
            </Text>
          )}
        </Stack>
        {isCall(work) && <Phone aria-hidden="true" size={15} className={styles.call} />}
      </Text>
    </li>
  )
}
