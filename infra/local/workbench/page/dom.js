/**
 * Makes an element. `attributes` may hold attributes, properties whose value is no text, such as `multiple`, and
 * listeners such as `onclick`. Children are nodes, texts or lists of these. Null, undefined and false are left out.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name in element && typeof value !== 'string') element[name] = value
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

/** Calls the workbench and returns the JSON of its reply. Shows the message of an error status and throws it. */
export async function call(method, path, body) {
  const options = { method, headers: body === undefined ? {} : { 'content-type': 'application/json' } }
  const response = await fetch(`/__local/${path}`, {
    ...options,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const reply = await response.json()
  if (!response.ok) {
    toast(reply.message ?? `${response.status}`, 'bad')
    throw new Error(reply.message)
  }
  return reply
}

/** Shows a short message for 3.5 seconds; `kind` is `ok` or `bad`. */
export function toast(text, kind = 'ok') {
  const place = document.getElementById('toast')
  place.textContent = text
  place.dataset.kind = kind
  place.dataset.shown = 'true'
  clearTimeout(toast.timer)
  toast.timer = setTimeout(() => delete place.dataset.shown, 3500)
}

/** Returns a button that is disabled while its action runs. */
export function button(label, action, attributes = {}) {
  const element = h('button', { type: 'button', class: 'pv-button pv-button-secondary', ...attributes }, label)
  element.addEventListener('click', async () => {
    element.disabled = true
    try {
      await action(element)
    } catch {
      // `call` has shown the error.
    } finally {
      element.disabled = false
    }
  })
  return element
}

/** Returns a button that copies `text` when clicked; it shows `label`. */
export const copyable = (text, label = text) =>
  h(
    'button',
    {
      type: 'button',
      class: 'copy pv-text-13 pv-color-muted pv-nowrap',
      title: `Copy ${text}`,
      onclick: async () => {
        await navigator.clipboard.writeText(text)
        toast('Copied')
      },
    },
    label,
  )

export const badge = (text, kind = 'neutral') =>
  h('span', { class: `pv-badge pv-text-12 pv-weight-medium pv-nowrap pv-tone-${kind}` }, text)

export const empty = (title, text) =>
  h('div', { class: 'empty pv-center pv-color-soft' }, h('strong', {}, title), h('p', {}, text))

/** Returns a table; `columns` are `[title, class]`, each row an array of cells. */
export const table = (columns, rows) =>
  h(
    'div',
    { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': columns[0][0] },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map(([title, style = '']) => h('th', { class: style, scope: 'col' }, title)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((cells) =>
          h(
            'tr',
            {},
            cells.map((cell, index) =>
              h('td', { class: columns[index]?.[1] ?? '', 'data-label': columns[index]?.[0] }, cell),
            ),
          ),
        ),
      ),
    ),
  )

const amsterdam = { timeZone: 'Europe/Amsterdam', hour: '2-digit', minute: '2-digit', second: '2-digit' }
const moments = new Intl.DateTimeFormat('nl-NL', { ...amsterdam, day: '2-digit', month: 'short' })
const times = new Intl.DateTimeFormat('nl-NL', { ...amsterdam, fractionalSecondDigits: 3 })

/** Formats a moment in the time of Amsterdam, for people; a dash when there is none. */
export const moment = (iso) => (iso ? moments.format(new Date(iso)) : '–')

/** Formats the time of day in Amsterdam, to the millisecond; empty for an invalid moment. */
export const timeOf = (iso) => (Number.isNaN(Date.parse(iso)) ? '' : times.format(new Date(iso)))

/** Formats a number of bytes, for people. */
export const bytes = (size) =>
  size < 1024 ? `${size} B` : size < 1048576 ? `${(size / 1024).toFixed(1)} kB` : `${(size / 1048576).toFixed(1)} MB`
