import { badge, button, call, copyable, empty, h, table } from './dom.js'
import { repeat, whenChanged } from './repeat.js'

const columns = [['Person'], ['Role'], ['Password'], ['Code', 'code-column'], ['Backup codes'], ['May']]
const flagName = (flag) => flag.replace(/^has/, '').replace(/Access$/, '')

const codePlace = ({ email }) => h('span', { class: 'totp pv-tabular pv-nowrap', 'data-email': email }, '••• •••')

/** Returns a button that shows the code of a person's new secret, which completes the set-up of 2FA. */
const setUpCode = (person) =>
  button(
    'Code of the set-up',
    async (element) => {
      const place = codePlace(person)
      await showCode(place)
      element.replaceWith(place)
    },
    { class: 'link' },
  )

function rowOf(person) {
  const granted = Object.entries(person.flags).flatMap(([flag, on]) => (on ? [flagName(flag)] : []))
  const used = person.backupCodes ?? []
  return [
    h(
      'div',
      { class: 'stack' },
      h('strong', {}, `${person.firstName} ${person.lastName}`, person.isActive ? null : badge('inactive', 'bad')),
      copyable(person.email),
    ),
    h(
      'div',
      { class: 'stack' },
      person.role,
      h('small', {}, [person.teamName, person.office].filter(Boolean).join(' · ') || 'no team'),
    ),
    copyable(person.password),
    person.totpSecret ? codePlace(person) : h('div', { class: 'stack' }, badge('2FA off', 'warn'), setUpCode(person)),
    used.length > 0
      ? h(
          'details',
          {},
          h('summary', {}, `${used.length} codes`),
          used.map((code) => copyable(code)),
        )
      : h('small', {}, person.twoFactorEnabled ? 'not known any more' : '–'),
    person.role === 'admin'
      ? h('small', {}, 'everything')
      : h('small', { class: 'flags' }, granted.join(', ') || 'nothing extra'),
  ]
}

const isInView = (element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

async function showCode(place) {
  if (performance.now() >= Number(place.dataset.ends ?? 0)) {
    const { code, secondsLeft } = await call('GET', `totp?email=${encodeURIComponent(place.dataset.email)}`)
    place.dataset.ends = String(performance.now() + secondsLeft * 1000)
    place.replaceChildren(copyable(code, `${code.slice(0, 3)} ${code.slice(3)}`), h('small', {}))
  }
  const left = Math.max(0, Math.ceil((Number(place.dataset.ends) - performance.now()) / 1000))
  place.querySelector('small').textContent = `${left} s`
}

/** Shows the codes of the rows in view. Fetches a code when its row comes into view, and again when the code ends. */
const showCodes = (view) => Promise.all([...view.querySelectorAll('.totp')].filter(isInView).map(showCode))

export const accounts = {
  async draw(view, tools) {
    const search = h('input', {
      type: 'search',
      placeholder: 'Name, address, role, team, right',
      'aria-label': 'Filter',
    })
    tools.append(search)
    let people = []
    const drawRows = () => {
      const wanted = search.value.trim().toLowerCase().split(/\s+/)
      const shown = people.filter((person) => {
        const flags = Object.entries(person.flags).flatMap(([flag, on]) => (on ? [flagName(flag)] : []))
        const text = [
          person.firstName,
          person.lastName,
          person.email,
          person.role,
          person.teamName,
          person.office,
          ...flags,
        ]
        const state = [
          person.isActive ? 'active' : 'inactive',
          person.twoFactorEnabled ? '' : '2fa off',
          person.employmentType,
        ]
        const haystack = [...text, ...state].join(' ').toLowerCase()
        return wanted.every((word) => haystack.includes(word))
      })
      view.replaceChildren(
        shown.length > 0 ? table(columns, shown.map(rowOf)) : empty('Nobody found', 'Change or clear the filter.'),
      )
      void showCodes(view)
    }
    const update = whenChanged((found) => {
      people = found
      drawRows()
    })
    search.addEventListener('input', drawRows)
    const stopList = await repeat(5000, async () => update(await call('GET', 'accounts')))
    const stopCodes = await repeat(1000, () => showCodes(view))
    search.focus()
    return () => {
      stopList()
      stopCodes()
    }
  },
}
