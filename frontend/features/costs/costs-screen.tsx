import * as z from 'zod'
import { useCan } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { TabPanel, Tabs } from '../../ui/display/tabs.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { useCategories } from './api.ts'
import { CategoriesTab } from './categories-tab.tsx'
import { useCostsList } from './fixed/fixed-list.ts'
import { FixedTab } from './fixed/fixed-tab.tsx'
import { HoursTab } from './hours/hours-tab.tsx'
import { RatesTab } from './rates/rates-tab.tsx'

const tabs = ['uren', 'tarieven', 'vaste-kosten', 'categorieen'] as const
type Tab = (typeof tabs)[number]

/** Shows hours, rates and fixed costs to an admin, and others their own hours (rulings 59). */
export function CostsScreen() {
  const isAdmin = useCan('cost:manage')
  return (
    <Screen title={isAdmin ? 'Uren & kosten' : 'Uren'} kind="list">
      {isAdmin ? <AllCosts /> : <HoursTab />}
    </Screen>
  )
}

const Address = z.object({
  tab: z.enum(tabs),
  q: z.string(),
  month: z.string(),
  categoryId: z.string(),
  voor: z.string(),
})

function AllCosts() {
  const { filter, setFilter } = useUrlFilter(Address)
  const { lines } = useCostsList()
  const categories = useCategories()
  const tab = filter.tab ?? 'uren'

  /** Switches the tab and clears the filters of the previous one. */
  const show = (next: Tab) =>
    setFilter({ tab: next === 'uren' ? '' : next, q: '', month: '', categoryId: '', voor: '' })

  return (
    <Tabs
      value={tab}
      onChange={show}
      label="Uren & kosten"
      tabs={[
        { value: 'uren', label: 'Uren' },
        { value: 'tarieven', label: 'Tarieven' },
        { value: 'vaste-kosten', label: 'Vaste kosten', ...(lines ? { count: lines } : {}) },
        {
          value: 'categorieen',
          label: 'Categorieën',
          ...(categories.data ? { count: categories.data.length } : {}),
        },
      ]}
    >
      <TabPanel value="uren">
        <HoursTab />
      </TabPanel>
      <TabPanel value="tarieven">
        <RatesTab />
      </TabPanel>
      <TabPanel value="vaste-kosten">
        <FixedTab />
      </TabPanel>
      <TabPanel value="categorieen">
        <CategoriesTab />
      </TabPanel>
    </Tabs>
  )
}
