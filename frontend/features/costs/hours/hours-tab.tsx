import { ChevronLeft, ChevronRight, CircleCheck, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { costs } from '../../../../shared/api/costs.ts'
import { useColleagueOptions } from '../../../domains/people.ts'
import { formatTime, formatWeekday, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { useCan, useUser } from '../../../lib/session.ts'
import { SheetImport } from '../../../records/imports/sheet-import.tsx'
import { ExportMenu } from '../../../records/list/export-menu.tsx'
import { BarButton } from '../../../ui/buttons/bar-button.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { addDays, addMonths, dayTitleOf, today } from '../../../ui/dates/calendar-days.ts'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { ScreenBar } from '../../../ui/frame/screen.tsx'
import { Split } from '../../../ui/layout/columns.tsx'
import { Fill } from '../../../ui/layout/fill.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { type PersonFilter, useHoursMonth, useWeek } from '../api.ts'
import { type Cell, cellKeyOf } from '../cells.ts'
import { mondayOf, monthOfWeek, weekNumber } from '../weeks.ts'
import { CopyWeek } from './copy-week.tsx'
import { DayList } from './day-list.tsx'
import { DescriptionDialog } from './description-dialog.tsx'
import hours from './hours.module.css'
import { useHoursAddress } from './hours-address.ts'
import styles from './hours-tab.module.css'
import { useLeaveQuestion } from './leave-question.tsx'
import { MonthCard, MonthTable } from './month-card.tsx'
import { findUnsavedDrafts, isStuck, useSaveOnLeave, useSheet, type WeekSheet } from './use-sheet.ts'
import { WeekGrid } from './week-grid.tsx'

/** Shows the user's hours of a week and its month; an admin can choose another person. */
export function HoursTab() {
  const address = useHoursAddress()
  const { monday } = address
  const { id } = useUser()
  const isAdmin = useCan('cost:manage')
  const isPhone = useIsPhone()
  const [imports, setImports] = useState(0)
  const userId = isAdmin ? (address.userId ?? id) : undefined
  const whose = useMemo<PersonFilter>(() => (userId === undefined ? {} : { userId }), [userId])
  const found = useWeek(whose, monday)
  const week = useSheet({ whose, monday, imports }, found.data)
  useSaveOnLeave(week.sheet)
  const unsaved = findUnsavedDrafts(week)
  const { guarded, question } = useLeaveQuestion(unsaved.length, week.sheet.discard)
  const [described, setDescribed] = useState<Cell | null>(null)

  const describe = (cell: Cell) => week.entries.has(cellKeyOf(cell)) && setDescribed(cell)
  function goTo(day: string): void {
    if (mondayOf(day) === monday) address.goTo(day)
    else if (mondayOf(day) <= mondayOf(today())) guarded(() => address.goTo(day))
  }

  const shown = { week, monday, hasCosts: isAdmin, onDescribe: describe }
  return (
    <>
      <HoursBar
        address={address}
        whose={whose}
        isAdmin={isAdmin}
        sheet={found.data && week.sheet}
        guarded={guarded}
        onGo={goTo}
        // An import changes hours that the sheet has already fetched. The higher count makes the sheet start anew.
        onImported={() => setImports((count) => count + 1)}
      />
      {found.data === undefined ? (
        found.isError ? (
          <ErrorState error={found.error} onRetry={found.refetch} />
        ) : (
          <Loading />
        )
      ) : (
        <Fill scrolls className={styles.hours}>
          {isPhone ? (
            <DayList {...shown} day={address.day} onDay={goTo} onStep={(days) => goTo(address.step(days))} />
          ) : (
            <WeekGrid key={monday} {...shown} whose={whose} />
          )}
          <Row gap={20} wrap={8} className={styles.foot}>
            {!isPhone && <Keys />}
            <SaveState week={week} />
          </Row>
          <Month whose={whose} monday={monday} hasCosts={isAdmin} unsaved={unsaved} onWeek={goTo} />
        </Fill>
      )}
      {described && <DescriptionDialog cell={described} week={week} onClose={() => setDescribed(null)} />}
      {question}
    </>
  )
}

interface MonthProps {
  readonly whose: PersonFilter
  readonly monday: string
  readonly hasCosts: boolean
  readonly unsaved: readonly Cell[]
  readonly onWeek: (monday: string) => void
}

/** Shows the hours of the month of a week. While they load, the month that was shown before stays. */
function Month({ whose, monday, hasCosts, unsaved, onWeek }: MonthProps) {
  const { data, isError, error, refetch, isPlaceholderData } = useHoursMonth(whose, monthOfWeek(monday))
  if (data === undefined) return isError ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height="220px" />
  return (
    <Split columns="minmax(0, 1fr) 300px" below={1200} gap={12} even className="pv-pale" aria-busy={isPlaceholderData}>
      <MonthTable month={data} hasCosts={hasCosts} monday={monday} onWeek={onWeek} />
      <MonthCard month={data} hasCosts={hasCosts} unsaved={unsaved} />
    </Split>
  )
}

interface HoursBarProps {
  readonly address: ReturnType<typeof useHoursAddress>
  readonly whose: PersonFilter
  readonly isAdmin: boolean
  readonly sheet: WeekSheet['sheet'] | undefined
  readonly guarded: (go: () => void) => void
  readonly onGo: (day: string) => void
  readonly onImported: () => void
}

function HoursBar({ address, whose, isAdmin, sheet, guarded, onGo, onImported }: HoursBarProps) {
  const { monday } = address
  const isPhone = useIsPhone()
  const checked = useCommand(costs.checkEntries)
  const imported = useCommand(costs.importEntries)
  const [isImporting, setImporting] = useState(false)
  const month = monthOfWeek(monday)
  const to = addDays(addMonths(`${month}-01`, 1), -1)
  const step = isPhone ? 1 : 7
  // Hours can be entered up to the end of this week.
  const isLast = monday >= mondayOf(today()) && (!isPhone || address.day === addDays(monday, 6))
  const move = (days: number) => onGo(isPhone ? address.step(days) : addDays(monday, days))
  return (
    <>
      <ScreenBar
        toolbar={
          <Row gap={8} wrap className={styles.hoursBar}>
            {isAdmin && <PersonSelect whose={whose} month={month} onChange={(id) => guarded(() => address.show(id))} />}
            <Row as="fieldset" gap={4} overflow="nowrap" className={styles.weekStep}>
              <legend className="pv-hidden">{isPhone ? 'Dag' : 'Week'}</legend>
              <IconButton
                label={isPhone ? 'Vorige dag' : 'Vorige week'}
                icon={<ChevronLeft />}
                onClick={() => move(-step)}
              />
              <Text as="p" size={13} overflow="truncate" aria-live="polite">
                <strong>Week {weekNumber(monday)}</strong>{' '}
                <Text color="muted">{isPhone ? formatWeekday(address.day) : weekSpan(monday)}</Text>
              </Text>
              <IconButton
                label={isPhone ? 'Volgende dag' : 'Volgende week'}
                icon={<ChevronRight />}
                disabled={isLast}
                onClick={() => move(step)}
              />
            </Row>
            {monday !== mondayOf(today()) && (
              <Button tone="ghost" onClick={() => onGo(today())}>
                Vandaag
              </Button>
            )}
          </Row>
        }
        actions={
          <>
            {sheet && <CopyWeek whose={whose} monday={monday} sheet={sheet} />}
            {isAdmin && (
              <BarButton label="Importeren" icon={<Upload />} onClick={() => guarded(() => setImporting(true))} />
            )}
            <ExportMenu name="uren" endpoint={costs.exportEntries} query={{ ...whose, from: `${month}-01`, to }} />
          </>
        }
      />
      {isImporting && (
        <SheetImport
          title="Uren importeren"
          description="Kolommen: e-mail of naam, datum, soort werk, uren, omschrijving."
          check={checked.mutateAsync}
          load={imported.mutateAsync}
          onClose={() => {
            setImporting(false)
            onImported()
          }}
        />
      )}
    </>
  )
}

/** Returns the days of a week: `16 t/m 22 november 2026`. */
function weekSpan(monday: string): string {
  const [, day, month, year] = dayTitleOf(monday).split(' ')
  const [, ...last] = dayTitleOf(addDays(monday, 6)).split(' ')
  const start = last[2] !== year ? [day, month, year] : last[1] !== month ? [day, month] : [day]
  return `${start.join(' ')} t/m ${last.join(' ')}`
}

interface PersonSelectProps {
  readonly whose: PersonFilter
  readonly month: string
  readonly onChange: (userId: string) => void
}

function PersonSelect({ whose: { userId = '' }, month, onChange }: PersonSelectProps) {
  const people = useColleagueOptions()
  const shown = useHoursMonth({ userId }, month).data
  return (
    <div className={styles.person}>
      <Combobox
        aria-label="Medewerker"
        value={userId}
        onChange={(id) => id !== '' && onChange(id)}
        options={people.options}
        source={people.source}
        chosen={shown && { value: shown.userId, label: fullNameOf(shown.user), person: true }}
        placeholder="Kies een medewerker"
        searchPlaceholder="Zoek een medewerker"
      />
    </div>
  )
}

const Keys = () => (
  <Row as="p" gap={20} align="stretch" wrap={8} size={12} color="muted">
    <span>
      <Kbd>←</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Kbd>→</Kbd> cel kiezen
    </span>
    <span>
      <Kbd>Enter</Kbd> opslaan en omlaag
    </span>
    <span>
      <Kbd>Tab</Kbd> opslaan en naar rechts
    </span>
    <span>
      <Kbd>Shift</Kbd> <Kbd>F2</Kbd> omschrijving <span className={hours.cornerSign} aria-hidden="true" />
    </span>
    <span>
      <Kbd>Ctrl</Kbd> <Kbd>V</Kbd> plakken uit Excel
    </span>
    <span>
      <Kbd>Esc</Kbd> herstellen
    </span>
  </Row>
)

/** Shows the state of the sheet: saved with the time, being saved, or not saved with a retry button. */
function SaveState({ week }: { readonly week: WeekSheet }) {
  const { failure, isSaving, savedAt, drafts, sheet } = week
  const waiting = [...drafts.values()].filter((draft) => isStuck(draft, week))
  if (waiting.length > 0) {
    const cells = waiting.length === 1 ? '1 cel niet opgeslagen.' : `${waiting.length} cellen niet opgeslagen.`
    return (
      <Row gap={10} wrap size={12} color="bad" before="auto" role="alert">
        <span>
          {cells} {failure}
        </span>
        <Button size="small" onClick={sheet.retry}>
          Opnieuw proberen
        </Button>
      </Row>
    )
  }
  return (
    <Row as="p" gap={10} wrap size={12} color="muted" before="auto" role="status">
      {isSaving ? (
        'Opslaan…'
      ) : savedAt === null ? null : (
        <>
          <Text as={CircleCheck} color="ok" aria-hidden="true" /> Opgeslagen om{' '}
          {formatTime(new Date(savedAt).toISOString())}
        </>
      )}
    </Row>
  )
}

const Loading = () => (
  <Fill scrolls className={styles.hours} role="status" aria-busy="true" aria-label="Uren laden">
    <Skeleton height="290px" />
    <Skeleton height="220px" />
  </Fill>
)
